import { writtenText } from '@nerdify/domain/input/visible-text.ts'
import { noteFault, noteRoomText } from '@nerdify/domain/orders/note.ts'
import { overlayTexts } from '../../../texts/cabinet-overlays.ts'
import { RuledTextArea } from '../../../ui/fields/RuledTextArea.tsx'
import { useKeptText } from '../kept-text.ts'

/** The words of a rating: the same on both of its screens, kept until they are `sent`, if any were written (RATE-02). */
export function useFeedback(orderId: string) {
  const [text, keep] = useKeptText('rating', orderId)
  const said = writtenText(text)
  return { text, sent: said === '' ? {} : { feedback: said }, isTooLong: noteFault(text) !== undefined, keep }
}

interface FeedbackFieldProps {
  label: string
  feedback: ReturnType<typeof useFeedback>
  isSending: boolean
  onType: () => void
}

/** Where they are written. */
export const FeedbackField = ({ label, feedback, isSending, onType }: FeedbackFieldProps) => (
  <RuledTextArea
    label={label}
    labelNote={overlayTexts.optional}
    short
    value={feedback.text}
    readOnly={isSending}
    onChange={(event) => {
      onType()
      feedback.keep(event.target.value)
    }}
    count={noteRoomText(feedback.text)}
    error={noteFault(feedback.text)}
  />
)
