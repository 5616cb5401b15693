import { isLowMark, type LowRatingTag, lowRatingTags, type Mark, parseMark } from '@nerdify/domain/orders/mark.ts'
import { useState } from 'react'
import { overlayTexts, ratingTexts } from '../../../texts/cabinet-overlays.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Chips } from '@nerdify/ui/choices/Chips.tsx'
import { Cluster, Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { Stars } from '@nerdify/ui/choices/Stars.tsx'
import { LinkButton } from '@nerdify/ui/actions/TextLink.tsx'
import { FeedbackField, useFeedback } from './FeedbackField.tsx'
import { SendError } from './SendError.tsx'
import { OverlayDialog, type OverlayProps, orderOverlay } from './OverlayDialog.tsx'
import { ratable, ThanksForRating } from './ThanksForRating.tsx'
import { useOrderWrite } from './use-order-write.ts'

const lowMarkIn = (detail: string | undefined): Mark | undefined => {
  const mark = parseMark(detail)
  return mark !== undefined && isLowMark(mark) ? mark : undefined
}

/** `…/rating-negative/{mark}`: three stars or fewer, with the reason, for quality review (RATE-04). */
export const Component = orderOverlay(
  { title: ratingTexts.negativeTitle, takes: (detail) => lowMarkIn(detail) !== undefined, ...ratable },
  NegativeRating,
)

const tagOptions = lowRatingTags.map((value) => ({ value, label: ratingTexts.tags[value] }))

function NegativeRating({ overlay, order }: OverlayProps) {
  const mark = lowMarkIn(overlay.detail)
  const { write, busy, failure, forgetFailure } = useOrderWrite(order._id)
  const [tags, setTags] = useState<readonly LowRatingTag[]>([])
  // The text typed on the previous screen.
  const feedback = useFeedback(order._id)
  const [isDone, setDone] = useState(false)
  if (isDone) return <ThanksForRating overlay={overlay} order={order} />
  if (mark === undefined) return null

  const choose = (chosen: readonly LowRatingTag[]) => {
    forgetFailure()
    setTags(chosen)
  }
  const send = async () => {
    if (feedback.isTooLong) return
    const rating = { mark, ...feedback.body, ...(tags.length > 0 && { tags: [...tags] }) }
    if ((await write({ action: 'client_feedback', ...rating })) === undefined) return
    feedback.keep('')
    setDone(true)
  }

  return (
    <OverlayDialog
      title={ratingTexts.negativeTitle}
      onClose={overlay.close}
      actions={
        <Button
          variant="primary"
          blocked={feedback.isTooLong}
          busy={busy && overlayTexts.sending}
          onClick={() => void send()}
        >
          {ratingTexts.sendToQa}
        </Button>
      }
    >
      <Cluster>
        <Stars value={mark} />
        <LinkButton onClick={() => overlay.switchTo('rating', String(mark))}>{ratingTexts.changeRating}</LinkButton>
      </Cluster>
      <Stack gap={2}>
        <b aria-hidden="true">{ratingTexts.wentWrong}</b>
        <Chips label={ratingTexts.wentWrong} options={tagOptions} values={tags} onChange={choose} />
      </Stack>
      <FeedbackField label={ratingTexts.tellMore} feedback={feedback} isSending={busy} onType={forgetFailure} />
      <Text look="small">{ratingTexts.review}</Text>
      <SendError failure={failure} again={() => void send()} />
    </OverlayDialog>
  )
}
