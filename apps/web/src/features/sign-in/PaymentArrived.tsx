import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { PaymentReturn, PaymentReturnAnswer } from '@nerdify/contract/orders.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { useEffect, useState } from 'react'
import { send } from '../../api/client.ts'
import { checkPause } from '../../orders/check-pauses.ts'
import { paymentArrivedTexts } from '../../texts/sign-in.ts'
import { CheckCircleIcon } from '@nerdify/ui/actions/Icons.tsx'
import { Banner } from '@nerdify/ui/surfaces/Banner.tsx'

/** Says that a payment by a link, without a session, has arrived, and how to continue (PAY-03). Polls until then. */
export function PaymentArrived({ payment }: { payment: PaymentReturn }) {
  const { order_id, token } = payment
  const [result, setResult] = useState<PaymentReturnAnswer>({ status: 'confirming' })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let isLeft = false
    const ask = async (answersBefore: number) => {
      // A failed call is repeated like an unconfirmed payment.
      const answer = await send<PaymentReturnAnswer>({
        method: 'POST',
        path: apiPaths.paymentReturn(),
        body: { order_id, token },
      }).catch(() => undefined)
      if (isLeft) return
      if (answer !== undefined) setResult(answer)
      if (answer?.status !== 'paid')
        timer = setTimeout(() => void ask(answersBefore + 1), checkPause(answersBefore + 1))
    }
    void ask(0)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [order_id, token])
  const { status, due } = result
  const { title, text } =
    due === undefined ? paymentArrivedTexts[status] : paymentArrivedTexts.due(formatMoney(centsFromDollars(due)))
  return (
    <div role="status">
      <Banner icon={<CheckCircleIcon size="row" />} title={title}>
        {text}
      </Banner>
    </div>
  )
}
