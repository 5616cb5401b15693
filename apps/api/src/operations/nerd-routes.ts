import { IdAddress } from '@nerdify/contract/addresses.ts'
import { VersionQuery } from '@nerdify/contract/content-version.ts'
import {
  NerdChange,
  NerdCreation,
  NerdMerge,
  NerdPage,
  NerdsQuery,
  NerdPayout,
  OwedQuery,
  OwedToNerds,
  RegisteredNerd,
} from '@nerdify/contract/nerds.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { monthAt, owedCents } from '@nerdify/domain/nerds/owed-to-nerds.ts'
import { dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import type { AppContext } from '../app-context.ts'
import type { Queries } from '../database/tables.ts'
import type { App } from '../http/app-type.ts'
import { companyTime } from '../orders/waiting-now.ts'
import { operatorOf } from '../http/caller.ts'
import { operationsCall } from '../http/call.ts'
import { addNerd, lockNerd, nerdNames } from '../nerds/register.ts'
import { changeRegisteredNerd } from '../orders/nerd-work.ts'
import { listNerds, readNerd } from '../orders/rated-nerds.ts'
import { mergeNerds, payNerd, readOwed } from '../payments/nerds/owed-to-nerds.ts'
import { expectVersion } from './expect-version.ts'
import { loggedCall, writeLogged } from './logged-write.ts'

/** The register of Nerds (OPS-14). */
export function operationsNerdRoutes(app: App, product: AppContext): void {
  const { clock, queries, settings } = product
  const time = () => companyTime(settings, clock.now())

  app.get(
    opsPaths.nerds(),
    operationsCall('A page of the Nerds, by name', { querystring: NerdsQuery, 200: NerdPage }),
    async ({ query: { active, q, cursor } }) =>
      listNerds(queries, { active: active === undefined ? undefined : active === 'true', q, cursor }, time()),
  )

  app.get(
    opsPaths.nerd(':id'),
    operationsCall('One Nerd', { params: IdAddress, 200: RegisteredNerd }),
    async (request) => readNerd(queries, request.params.id, time()),
  )

  app.post(
    opsPaths.nerds(),
    loggedCall('Add a Nerd', { body: NerdCreation, 201: RegisteredNerd }),
    async (request, reply) => {
      const added = await writeLogged(product, request, 'add nerd', async ({ queries: within, now }) => {
        const id = await addNerd(within, request.body, now)
        return { subject: `nerd ${id}`, body: await readNerd(within, id, time()) }
      })
      return reply.code(201).send(added)
    },
  )

  app.patch(
    opsPaths.nerd(':id'),
    loggedCall('Change a Nerd', {
      params: IdAddress,
      querystring: VersionQuery,
      body: NerdChange,
      200: RegisteredNerd,
    }),
    async (request) =>
      writeLogged(product, request, 'change nerd', async ({ queries: within }) => {
        const { id } = request.params
        const subject = `nerd ${id}`
        const inForce = await lockNerd(within, id)
        const changes = ['add nerd', 'change nerd', 'merge nerds'] as const
        await expectVersion(within, { subject, changes, shown: request.query.version, inForce, ...time() })
        await changeRegisteredNerd(within, id, request.body)
        return { subject, body: await readNerd(within, id, time()) }
      }),
  )

  mergeRoute(app, product)
}

/** Merges two entries of one Nerd (OPS-14). */
function mergeRoute(app: App, product: AppContext): void {
  app.post(
    opsPaths.nerdMerge(':id'),
    loggedCall('Merge a Nerd into another entry of the same person', {
      params: IdAddress,
      body: NerdMerge,
      200: RegisteredNerd,
    }),
    async (request) =>
      writeLogged(product, request, 'merge nerds', async ({ queries, now }) => {
        const { into } = request.body
        await mergeNerds(queries, { nerdId: request.params.id, into, now })
        const body = await readNerd(queries, into, companyTime(product.settings, now))
        return { subject: `nerd ${request.params.id}`, body }
      }),
  )
}

/** Amounts owed to Nerds by month, and their payouts (OPS-14). */
export function operationsPayoutRoutes(app: App, product: AppContext): void {
  const { clock, queries, settings } = product
  const zone = settings.companyZone

  app.get(
    opsPaths.owedToNerds(),
    operationsCall('What all Nerds are owed for a month', { querystring: OwedQuery, 200: OwedToNerds }),
    ({ query }) => presentOwed(queries, { month: query.month ?? monthAt(clock.now(), zone) }, zone),
  )

  app.get(
    opsPaths.nerdOwed(':id'),
    operationsCall('What a Nerd is owed by month', { params: IdAddress, 200: OwedToNerds }),
    async ({ params: { id } }) => {
      await readNerd(queries, id, companyTime(settings, clock.now()))
      return presentOwed(queries, { nerdId: id }, zone)
    },
  )

  app.post(
    opsPaths.nerdPayouts(':id'),
    loggedCall('Note that all that a Nerd is owed for a month was paid out', {
      params: IdAddress,
      body: NerdPayout,
      200: OwedToNerds,
    }),
    async (request) =>
      writeLogged(product, request, 'pay nerd', async ({ queries: within, now }) => {
        const nerdId = request.params.id
        await payNerd(within, { nerdId, ...request.body, author: operatorOf(request).name, now, zone })
        return { subject: `nerd ${nerdId}`, body: await presentOwed(within, { nerdId }, zone) }
      }),
  )
}

async function presentOwed(
  queries: Queries,
  scope: { nerdId: string } | { month: string },
  zone: string,
): Promise<OwedToNerds> {
  const { months, payouts } = await readOwed(queries, scope, zone)
  const names = await nerdNames(queries, [...new Set([...months, ...payouts].map(({ nerdId }) => nerdId))])
  const nerdOf = (nerdId: string) => names.get(nerdId) ?? nerdId
  return {
    months: months.map((sums) => ({
      nerd_id: sums.nerdId,
      nerd: nerdOf(sums.nerdId),
      month: sums.month,
      tips: dollarsFromCents(sums.tipsCents),
      fees: dollarsFromCents(sums.feesCents),
      paid_out: dollarsFromCents(sums.paidOutCents),
      owed: dollarsFromCents(owedCents(sums)),
    })),
    payouts: payouts.map(({ nerdId, month, cents, reference, author, at }) => ({
      nerd: nerdOf(nerdId),
      month,
      amount: dollarsFromCents(cents),
      reference,
      person: author,
      at: new Date(at).toISOString(),
    })),
  }
}
