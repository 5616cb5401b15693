import { IdAddress } from '@nerdify/contract/addresses.ts'
import { ClientImport, ImportOutcome } from '@nerdify/contract/client-import.ts'
import { BalanceSlice, ClientsQuery, FoundClientPage, OperationsClientWithLists } from '@nerdify/contract/finding.ts'
import { CursorQuery } from '@nerdify/contract/page-of.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import {
  BalanceCredit,
  BalanceDebit,
  ContactCorrection,
  OperationsClient,
  OperationsClientChange,
  OperationsClientCreation,
} from '@nerdify/contract/operations.ts'
import { blockClient, unblockClient } from '../accounts/blocked.ts'
import {
  changeClientForOperations,
  createClientForOperations,
  findAnyClient,
  findClientToChange,
} from '../clients/change-for-operations.ts'
import { correctContact } from '../clients/correct-contact.ts'
import { listForStaff } from '../conversations/list-for-staff.ts'
import { importClients } from '../clients/import-clients.ts'
import { findClients } from '../clients/find-clients.ts'
import { clientFacts } from '../clients/client-facts.ts'
import { addressOfPage } from '../files/upload-page.ts'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import type { App } from '../http/app-type.ts'
import { operationsCall } from '../http/call.ts'
import { countOrders } from '../orders/list/list-orders.ts'
import { balanceSlice, newestChanges } from '../payments/ledger/balance-history.ts'
import { creditByStaff, debitByStaff } from '../payments/ledger/given-credit.ts'
import { readHeldBonuses } from '../payments/ledger/referral-bonus.ts'
import { readHundredths } from '../pricing/change-prices.ts'
import type { AppContext } from '../app-context.ts'
import { replaceReferralCode } from '../keys/referral-codes.ts'
import { endAccess } from '../sessions/end-access.ts'
import { listSubscriptions } from '../subscriptions/list-subscriptions.ts'
import { listFailedMessages } from '../outbox/kept-messages.ts'
import { readLog } from './log-route.ts'
import { moneyLimitOf } from './operator.ts'
import { readOrders } from './order-routes.ts'
import { loggedCall, writeLogged } from './logged-write.ts'

/** A client as operations read them. */
async function read(product: AppContext, queries: Queries, id: string) {
  const { blocked_at } = await findAnyClient(queries, id)
  const factsWith = await clientFacts(product, queries, { clientId: id })
  return {
    ...factsWith(await countOrders(queries, id)),
    blocked_at: blocked_at === null ? null : new Date(blocked_at).toISOString(),
  }
}

const resultOf = async (product: AppContext, queries: Queries, id: string) => ({
  subject: `client ${id}`,
  body: await read(product, queries, id),
})

/** The calls of operations about clients (OPS-05). */
export function operationsClientRoutes(app: App, product: AppContext): void {
  accountRoutes(app, product)
  accessRoutes(app, product)
  balanceRoutes(app, product)
  importRoute(app, product)
}

/** The account itself, and its code for friends. */
function accountRoutes(app: App, product: AppContext): void {
  app.get(
    opsPaths.clients(),
    operationsCall('Clients by phone, e-mail, nickname, or number of an order or a receipt', {
      querystring: ClientsQuery,
      200: FoundClientPage,
    }),
    async ({ query: { q, cursor } }) => findClients(product.queries, { typed: q, cursor }),
  )

  app.get(
    opsPaths.client(':id'),
    operationsCall('One client with orders, balance, conversations, plans, log and held bonuses', {
      params: IdAddress,
      200: OperationsClientWithLists,
    }),
    async (request) => {
      const { id } = request.params
      const client = await transaction(product.queries, (queries) => read(product, queries, id))
      request.account = id
      const account = await findAnyClient(product.queries, id)
      const [orders, balance, upload_page, conversations, { results: plans }, log, failed, held] = await Promise.all([
        readOrders(product, { client: id }),
        newestChanges(product.queries, id),
        addressOfPage(product, id),
        listForStaff(product, { clientId: id }),
        listSubscriptions(product, id),
        readLog(product.queries, { subject: `client ${id}` }),
        listFailedMessages(product, account),
        readHeldBonuses(product.queries, id),
      ])
      const lists = {
        orders,
        balance_history: balance,
        conversations,
        plans,
        log,
        failed_messages: failed,
        held_bonuses: held,
      }
      return { ...client, upload_page, ...lists }
    },
  )

  app.post(
    opsPaths.clients(),
    loggedCall('Make an account', { body: OperationsClientCreation, 201: OperationsClient }),
    async (request, reply) => {
      const created = await writeLogged(product, request, 'create client', async ({ queries, now }) =>
        resultOf(
          product,
          queries,
          await createClientForOperations(queries, request.body, { now, settings: product.settings }),
        ),
      )
      return reply.code(201).send(created)
    },
  )

  app.patch(
    opsPaths.client(':id'),
    loggedCall('Change tags, country or experiments of a client', {
      params: IdAddress,
      body: OperationsClientChange,
      200: OperationsClient,
    }),
    async (request) =>
      writeLogged(product, request, 'change client', async ({ queries }) => {
        await changeClientForOperations(queries, request.params.id, request.body)
        return resultOf(product, queries, request.params.id)
      }),
  )

  app.post(
    opsPaths.clientReferralCode(':id'),
    loggedCall('Give a client another private referral code (AUTH-20)', { params: IdAddress, 200: OperationsClient }),
    async (request) =>
      writeLogged(product, request, 'replace referral code', async ({ queries, now }) => {
        const { id: clientId } = await findClientToChange(queries, request.params.id)
        await replaceReferralCode(queries, { secret: product.settings.secret, clientId, now })
        return resultOf(product, queries, clientId)
      }),
  )
}

/** Accounts from lines of a file (OPS-18). */
function importRoute(app: App, product: AppContext): void {
  app.post(
    opsPaths.clientImport(),
    loggedCall('Create accounts from lines of a file, or judge the lines', { body: ClientImport, 200: ImportOutcome }),
    async (request) =>
      writeLogged(product, request, 'import clients', async ({ queries, now }) => {
        const { dry_run } = request.body
        const body = await importClients(queries, request.body, { now, settings: product.settings })
        const created = body.results.filter(({ outcome }) => outcome === 'created').length
        return { subject: 'clients', body, logged: { dry_run, created } }
      }),
  )
}

/** Steps against an intruder in an account, or an abusive one (SAFE-04). */
function accessRoutes(app: App, product: AppContext): void {
  app.post(
    opsPaths.clientContact(':id'),
    loggedCall('Correct the phone or the e-mail of a client', {
      params: IdAddress,
      body: ContactCorrection,
      200: OperationsClient,
    }),
    async (request) => {
      const { body: correction, params } = request
      const answer = await writeLogged(product, request, 'correct contact', async ({ queries, author, now }) => {
        await correctContact(queries, params.id, { correction, author, now, settings: product.settings })
        return resultOf(product, queries, params.id)
      })
      product.wake.outbox()
      return answer
    },
  )

  const accessActions = [
    {
      path: opsPaths.clientSignOut(':id'),
      action: 'sign client out',
      summary: 'Sign a client out everywhere',
      blocks: undefined,
    },
    {
      path: opsPaths.clientBlock(':id'),
      action: 'block client',
      summary: 'Block a client: signed out everywhere, and not signed in any more',
      blocks: true,
    },
    { path: opsPaths.clientUnblock(':id'), action: 'unblock client', summary: 'Lift a block', blocks: false },
  ] as const
  for (const { path, action, summary, blocks } of accessActions) {
    app.post(path, loggedCall(summary, { params: IdAddress, 200: OperationsClient }), async (request) =>
      writeLogged(product, request, action, async ({ queries, now }) => {
        const { id: clientId } = await findAnyClient(queries, request.params.id)
        const access = { clientId, secret: product.settings.secret, now }
        if (blocks === false) await unblockClient(queries, clientId)
        else await endAccess(queries, access, blocks && (() => blockClient(queries, clientId, now)))
        return resultOf(product, queries, clientId)
      }),
    )
  }
}

/** The client's balance. */
function balanceRoutes(app: App, product: AppContext): void {
  app.get(
    opsPaths.clientBalanceChanges(':id'),
    operationsCall('The changes of a client’s balance, newest first', {
      params: IdAddress,
      querystring: CursorQuery,
      200: BalanceSlice,
    }),
    async (request) => {
      const { id } = await findAnyClient(product.queries, request.params.id)
      request.account = id
      return balanceSlice(product.queries, id, request.query.cursor)
    },
  )

  const moves = [
    {
      path: opsPaths.clientBalanceCredits(':id'),
      action: 'credit balance',
      summary: 'Credit a client’s balance (HOLD-06)',
      body: BalanceCredit,
      move: creditByStaff,
    },
    {
      path: opsPaths.clientBalanceDebits(':id'),
      action: 'debit balance',
      summary: 'Debit a client’s balance (OPS-11)',
      body: BalanceDebit,
      move: debitByStaff,
    },
  ] as const
  for (const { path, action, summary, body, move } of moves) {
    app.post(path, loggedCall(summary, { params: IdAddress, body, 200: OperationsClient }), async (request) => {
      const { amount, reason } = request.body
      const cents = readHundredths(amount, 'amount')
      return writeLogged(product, request, action, async ({ queries, now }) => {
        const { id: clientId } = await findClientToChange(queries, request.params.id)
        await move(queries, { clientId, cents, reason, limitCents: moneyLimitOf(product, request), now })
        return resultOf(product, queries, clientId)
      })
    })
  }
}
