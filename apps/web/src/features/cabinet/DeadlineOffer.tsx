import type { OrderChange } from '@nerdify/contract/orders.ts'
import { Button, type ButtonVariant } from '@nerdify/ui/actions/Button.tsx'
import { type ReactElement, useState } from 'react'
import { deadlineOfferTexts } from '../../texts/cabinet.ts'
import { SendError } from './overlays/SendError.tsx'
import { useOrderWrite } from './overlays/use-order-write.ts'

interface DeadlineOfferProps {
  orderId: string
  /** The version of the shown offer: a newer one must be read first. */
  version: number
  /** The look of the button that agrees. */
  variant: ButtonVariant
  /** The order's number for screen readers. */
  ofOrder: ReactElement
}

/** Agrees to an offered deadline, or keeps the paid one, by one press (OPS-12). */
export function DeadlineOffer({ orderId, version, variant, ofOrder }: DeadlineOfferProps) {
  const { write, busy, failure } = useOrderWrite(orderId)
  const [answer, setAnswer] = useState<OrderChange>()
  const send = (wanted: OrderChange) => {
    if (busy) return
    setAnswer(wanted)
    void write(wanted)
  }
  const button = (action: NonNullable<OrderChange['action']>, look: ButtonVariant, label: string) => (
    <Button
      variant={look}
      size="small"
      busy={busy && answer?.action === action && deadlineOfferTexts.saving}
      onClick={() => send({ action, version })}
    >
      <span>{label}</span>
      {ofOrder}
    </Button>
  )
  return (
    <>
      {button('accept_deadline', variant, deadlineOfferTexts.accept)}
      {button('decline_deadline', 'quiet', deadlineOfferTexts.decline)}
      <SendError failure={failure} again={() => answer && send(answer)} />
    </>
  )
}
