import { sql } from 'kysely'
import { testProduct } from './running-product.ts'
import { type SandboxControl, setSandbox, untilSandboxIdle } from './sandbox-provider.ts'

/**
 * Steers the sandbox: how its card events travel (`webhooks`), its clock (`advance`), what banks do (`disputes`), what
 * breaks (`faults`), and the age of one subscription.
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

/** No event is newer: the round that replays lost events finds none. */
const replayedForGood = new Date('2999-01-01')
const replayMark = 'card events'

/** Loses every card event from now on, also for the round that replays lost ones, until {@link hearCardEvents}. */
export async function loseCardEvents(): Promise<void> {
  await steer('webhooks', { drop: true })
  const mark = { name: replayMark, at: replayedForGood }
  const { queries } = (await testProduct()).product
  const marks = queries.insertInto('payment_mark').values(mark)
  await marks.onConflict((conflict) => conflict.column('name').doUpdateSet(mark)).execute()
}

/** Lets card events arrive at once; the next round replays the lost ones. */
export async function hearCardEvents(): Promise<void> {
  await steer('webhooks', {})
  const { queries } = (await testProduct()).product
  await sql`delete from payment_mark where name = ${replayMark} and at = ${replayedForGood}`.execute(queries)
}
