import type { Order } from '@nerdify/contract/orders.ts'
import { isLowMark, type LowRatingTag, lowRatingTags, type Mark, parseMark } from '@nerdify/domain/orders/mark.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { failureText } from '../../../api/failure-text.ts'
import { overlayTexts, ratingTexts } from '../../../texts/cabinet-overlays.ts'
import { Button } from '../../../ui/actions/Button.tsx'
import { Chips } from '../../../ui/choices/Chips.tsx'
import { ErrorText } from '../../../ui/fields/Field.tsx'
import { Cluster, Stack, Text } from '../../../ui/page/Layout.tsx'
import { Stars } from '../../../ui/choices/Stars.tsx'
import { LinkButton } from '../../../ui/actions/TextLink.tsx'
import { type OpenOverlay, useOpenOverlay } from '../use-overlay.ts'
import { FeedbackField, useFeedback } from './FeedbackField.tsx'
import { OrderOverlay, OverlayDialog } from './OverlayDialog.tsx'
import { isRatable, ratingNotNow, ThanksForRating } from './ThanksForRating.tsx'
import { useOrderWrite } from './use-order-write.ts'

/** `…/rating-negative/{mark}`: three stars or fewer, with what went wrong, to quality review (RATE-04). */
export function Component() {
  const overlay = useOpenOverlay()
  const mark = parseMark(overlay?.detail)
  const fits = mark !== undefined && isLowMark(mark)
  const close = useEffectEvent(() => overlay?.close())
  useEffect(() => {
    if (!fits) close()
  }, [fits])
  if (overlay === undefined || mark === undefined || !fits) return null
  return (
    <OrderOverlay overlay={overlay} title={ratingTexts.negativeTitle} may={isRatable} notNow={ratingNotNow}>
      {(order) => <NegativeRating overlay={overlay} order={order} mark={mark} />}
    </OrderOverlay>
  )
}

const tagOptions = lowRatingTags.map((value) => ({ value, label: ratingTexts.tags[value] }))

function NegativeRating({ overlay, order, mark }: { overlay: OpenOverlay; order: Order; mark: Mark }) {
  const { write, busy, failure } = useOrderWrite(order._id)
  const [tags, setTags] = useState<readonly LowRatingTag[]>([])
  // The same text as on the screen before: what was typed there is here.
  const feedback = useFeedback(order._id)
  const [isDone, setDone] = useState(false)
  if (isDone) return <ThanksForRating overlay={overlay} order={order} />

  const send = async () => {
    if (feedback.isTooLong) return
    const rating = { mark, ...feedback.sent, ...(tags.length > 0 && { tags: [...tags] }) }
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
        <LinkButton onClick={() => overlay.goOn('rating', String(mark))}>{ratingTexts.changeRating}</LinkButton>
      </Cluster>
      <Stack gap={2}>
        <b aria-hidden="true">{ratingTexts.wentWrong}</b>
        <Chips label={ratingTexts.wentWrong} options={tagOptions} values={tags} onChange={setTags} />
      </Stack>
      <FeedbackField label={ratingTexts.tellMore} feedback={feedback} />
      <Text look="small">{ratingTexts.review}</Text>
      {failure !== undefined && <ErrorText>{failureText(failure)}</ErrorText>}
    </OverlayDialog>
  )
}
