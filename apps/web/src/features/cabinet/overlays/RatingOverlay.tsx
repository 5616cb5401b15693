import type { Order } from '@nerdify/contract/orders.ts'
import { isLowMark, type Mark, parseMark } from '@nerdify/domain/orders/mark.ts'
import { useState } from 'react'
import { trackScreen } from '../../../frame/track-screen.ts'
import { markWords } from '../../../texts/cabinet.ts'
import { overlayTexts, ratingTexts } from '../../../texts/cabinet-overlays.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { Text } from '@nerdify/ui/page/Layout.tsx'
import { StarRating } from '@nerdify/ui/choices/Stars.tsx'
import { titleOf } from '../card-facts.ts'
import { FeedbackField, useFeedback } from './FeedbackField.tsx'
import { SendError } from './SendError.tsx'
import { OverlayDialog, type OverlayProps, orderOverlay } from './OverlayDialog.tsx'
import { ratable, ThanksForRating } from './ThanksForRating.tsx'
import { useOrderWrite } from './use-order-write.ts'

/** Whether `…/rating/` may be followed by this part (RATE-01). */
const isRatingDetail = (detail: string | undefined) =>
  detail === undefined || detail === 'f' || detail === 'change' || parseMark(detail) !== undefined

/** `…/rating/{1-5, f or change, optional}`: the rating of an order; opening it sends nothing (RATE-01). */
export const Component = orderOverlay({ title: ratingTexts.title, takes: isRatingDetail, ...ratable }, Rating)

/** The first choice: the address's mark, or for a change the current one. */
const firstMark = (detail: string | undefined, order: Order): Mark | undefined =>
  detail === 'change' ? parseMark(String(order.mark)) : parseMark(detail)

function Rating({ overlay, order }: OverlayProps) {
  const { write, busy, failure, forgetFailure } = useOrderWrite(order._id)
  const [mark, setMark] = useState(() => firstMark(overlay.detail, order))
  const feedback = useFeedback(order._id)
  const [isMissing, setMissing] = useState(false)
  const [isDone, setDone] = useState(false)
  const [isChange] = useState(order.isRated)
  if (isDone) return <ThanksForRating overlay={overlay} order={order} />

  const choose = (chosen: Mark) => {
    forgetFailure()
    setMark(chosen)
  }
  const isLow = mark !== undefined && isLowMark(mark)
  const send = async () => {
    if (mark === undefined) return setMissing(true)
    if (isLow) return overlay.switchTo('rating-negative', String(mark))
    if (feedback.isTooLong) return
    const isHere = trackScreen()
    const rated = await write({ action: 'client_feedback', mark, ...feedback.body })
    if (rated === undefined) return
    feedback.keep('')
    // If the client closed it meanwhile, nothing opens over the list.
    if (!isHere()) return
    if (rated.actions.includes('tip')) overlay.switchTo('tips')
    else setDone(true)
  }

  return (
    <OverlayDialog
      title={isChange ? ratingTexts.changeTitle : ratingTexts.title}
      onClose={overlay.close}
      actions={
        <Button
          variant="primary"
          blocked={mark === undefined || (!isLow && feedback.isTooLong)}
          busy={busy && overlayTexts.sending}
          onClick={() => void send()}
        >
          {isLow ? ratingTexts.next : ratingTexts.send}
        </Button>
      }
    >
      <Text look="muted">{overlayTexts.orderNumber(titleOf(order), order.number)}</Text>
      <div>
        <StarRating label={ratingTexts.label} value={mark} onChange={choose} words={markWords} />
        <div role="status">{isMissing && mark === undefined && <ErrorText>{ratingTexts.chooseFirst}</ErrorText>}</div>
      </div>
      {!isLow && (
        <FeedbackField label={ratingTexts.wentWell} feedback={feedback} isSending={busy} onType={forgetFailure} />
      )}
      <SendError failure={failure} again={() => void send()} />
    </OverlayDialog>
  )
}
