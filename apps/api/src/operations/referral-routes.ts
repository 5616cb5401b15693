import { IdAddress } from '@nerdify/contract/addresses.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { WaitingBonuses } from '@nerdify/contract/operations.ts'
import { findAnyClient } from '../clients/change-for-operations.ts'
import type { App } from '../http/app-type.ts'
import { operationsCall, keptWithWrite } from '../http/call.ts'
import { releaseBonuses } from '../payments/ledger/referral-bonus.ts'
import type { Product } from '../product.ts'
import { waitingBonuses } from '../referrals/referral-order.ts'
import { writeLogged } from './logged-write.ts'

/** The calls of operations about referral bonuses that wait for them (SAFE-08). */
export function operationsReferralRoutes(app: App, product: Product): void {
  const read = async (queries = product.queries) => ({
    results: (await waitingBonuses(queries)).map(({ clientId, count, since }) => ({
      client_id: clientId,
      count,
      since: new Date(since).toISOString(),
    })),
  })

  app.get(
    opsPaths.referralBonuses(),
    operationsCall('Referral bonuses that wait for staff', { 200: WaitingBonuses }),
    async () => read(),
  )

  app.post(
    opsPaths.clientReferralBonuses(':id'),
    operationsCall(
      'Give a client the referral bonuses that waited; answers what still waits',
      { params: IdAddress, 200: WaitingBonuses },
      keptWithWrite,
    ),
    async (request) =>
      writeLogged(product, request, 'release referral bonuses', async ({ queries, now }) => {
        const { id } = await findAnyClient(queries, request.params.id)
        const released = await releaseBonuses(queries, { referrerId: id, now })
        return { subject: `client ${id}`, body: await read(queries), logged: { released } }
      }),
  )
}
