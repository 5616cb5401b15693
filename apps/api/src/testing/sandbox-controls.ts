import { readMark, setMark } from '../payments/settle/payment-marks.store.ts'
import { cardEvents } from './cards/card-provider.ts'
import { testProduct } from './running-product.ts'
import { type SandboxControl, setSandbox, untilSandboxIdle } from './sandbox-provider.ts'

/**
 * Controls the sandbox: how its card events travel (`webhooks`), its clock (`advance`), banks (`disputes`), faults
 * (`faults`), and the age of one subscription.
 */
export async function steer(
  control: SandboxControl,
  values: Record<string, number | boolean | string>,
): Promise<Record<string, unknown>> {
  return setSandbox((await testProduct()).sandboxUrl, control, values)
}

/** Waits until the sandbox owes no call. */
export async function untilIdle(): Promise<void> {
  await untilSandboxIdle((await testProduct()).sandboxUrl)
}

/** No event is newer: the rounds for lost events find none. */
const doneForGood = new Date('2999-01-01')
const [replayMark, comparisonMark] = ['card events', 'compared books']

/**
 * Loses every card event from now on until {@link hearCardEvents}, even for the round that replays lost ones and for
 * the daily comparison, which an advanced clock makes due.
 */
export async function loseCardEvents(): Promise<void> {
  await cardEvents({ lost: true })
  const { queries } = (await testProduct()).product
  for (const name of [replayMark, comparisonMark]) await setMark(queries, name, doneForGood.getTime())
}

/** Lets card events arrive at once; the next round replays the lost ones. */
export async function hearCardEvents(): Promise<void> {
  await cardEvents()
  const { product, clock } = await testProduct()
  const { queries } = product
  if ((await readMark(queries, replayMark)) !== doneForGood.getTime()) return
  await queries.deleteFrom('payment_mark').where('name', '=', replayMark).execute()
  await setMark(queries, comparisonMark, clock.now())
}
