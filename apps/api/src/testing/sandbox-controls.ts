import { testProduct } from './running-product.ts'

type Control =
  | 'webhooks'
  | 'advance'
  | 'webhooks/resend'
  | 'disputes'
  | 'disputes/close'
  | 'faults'
  | 'faults/clear'
  | 'subscriptions/age'

/**
 * Steers the sandbox: how its card events travel (`webhooks`), its clock (`advance`), what banks do (`disputes`), what
 * breaks (`faults`), and the age of one subscription.
 */
export async function steer(
  control: Control,
  values: Record<string, number | boolean | string>,
): Promise<Record<string, unknown>> {
  const { sandboxUrl } = await testProduct()
  const answer = await fetch(`${sandboxUrl}/_sandbox/${control}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(values),
  })
  if (!answer.ok) throw new Error(`the sandbox refused: ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}

/** Waits until the sandbox owes no call. */
export async function untilIdle(): Promise<void> {
  const { sandboxUrl } = await testProduct()
  const { status } = await fetch(`${sandboxUrl}/_sandbox/idle`)
  if (status !== 200) throw new Error('the sandbox does not come to rest')
}
