import { writtenText } from '@nerdify/domain/input/visible-text.ts'
import { noteFault, noteRoomText } from '@nerdify/domain/orders/note.ts'
import { overlayTexts } from '../../../texts/cabinet-overlays.ts'
import { RuledTextArea } from '@nerdify/ui/fields/RuledTextArea.tsx'
import { useKeptText } from '../../../storage/kept-text.ts'

/** The text of a rating, shared by both of its screens and kept until it is sent (RATE-02). */
export function useFeedback(orderId: string) {
  const [text, keep] = useKeptText('rating', orderId)
  const feedbackText = writtenText(text)
  return {
    text,
    /** The field of the rating's call. */
    body: feedbackText === '' ? {} : { feedback: feedbackText },
    isTooLong: noteFault(text) !== undefined,
    keep,
  }
}

interface FeedbackFieldProps {
  label: string
  feedback: ReturnType<typeof useFeedback>
  isSending: boolean
  onType: () => void
}

/** The field for a rating's text. */
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
