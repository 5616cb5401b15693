import { Button, type ButtonVariant } from '@nerdify/ui/actions/Button.tsx'
import { type ReactElement, useState } from 'react'
import { deadlineOfferTexts } from '../../texts/cabinet.ts'
import { SendError } from './overlays/SendError.tsx'
import { useOrderWrite } from './overlays/use-order-write.ts'

interface DeadlineOfferProps {
  orderId: string
  /** The look of the button that agrees. */
  variant: ButtonVariant
  /** The order's number for screen readers. */
  ofOrder: ReactElement
}

type Answer = 'accept_deadline' | 'decline_deadline'

/** Agrees to an offered deadline, or keeps the paid one, by one press (OPS-12). */
export function DeadlineOffer({ orderId, variant, ofOrder }: DeadlineOfferProps) {
  const { write, busy, failure } = useOrderWrite(orderId)
  const [answer, setAnswer] = useState<Answer>()
  const send = (wanted: Answer) => {
    setAnswer(wanted)
    void write({ action: wanted })
  }
  const button = (wanted: Answer, look: ButtonVariant, label: string) => (
    <Button
      variant={look}
      size="small"
      busy={busy && answer === wanted && deadlineOfferTexts.saving}
      onClick={() => send(wanted)}
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
