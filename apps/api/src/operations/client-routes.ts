import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { ErrorBody } from '@nerdify/contract/error-body.ts'
import { OperationsClient, OperationsClientChange, OperationsClientCreation } from '@nerdify/contract/operations.ts'
import {
  changeClientForOperations,
  createClientForOperations,
  findAnyClient,
} from '../clients/change-for-operations.ts'
import { presentClient } from '../clients/present-client.ts'
import { isInRestrictedRegion } from '../clients/restricted-region.ts'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import type { App } from '../http/app-type.ts'
import { countOfClient } from '../clients/client-counts.ts'
import { OrderAddress } from '../orders/routes.ts'
import { cardCustomerOf } from '../payments/card-customer.ts'
import type { Product } from '../product.ts'
import { referralCodes, replaceReferralCode } from '../sign-in/referral-codes.ts'
import { writeLogged } from './logged-write.ts'

/** The calls of operations about clients (OPS-05). */
export function operationsClientRoutes(app: App, product: Product): void {
  const read = async (queries: Queries, id: string) => {
    const client = await findAnyClient(queries, id)
    const ofClient = { clientId: client.id, secret: product.settings.secret, now: product.clock.now() }
    const restricted = isInRestrictedRegion(product, client, undefined)
    const codes = await referralCodes(queries, ofClient)
    const cardCustomer = await cardCustomerOf(queries, client.id)
    return presentClient(client, await countOfClient(queries, client.id), { ...codes, restricted, cardCustomer })
  }

  const done = async (queries: Queries, id: string) => ({ subject: `client ${id}`, body: await read(queries, id) })

  app.get(
    apiPaths.opsClient(':id'),
    {
      config: { who: 'operations' },
      schema: { summary: 'One client', params: OrderAddress, response: { 200: OperationsClient, '4xx': ErrorBody } },
    },
    async (request) => transaction(product.queries, (queries) => read(queries, request.params.id)),
  )

  app.post(
    apiPaths.opsClients(),
    {
      config: { who: 'operations', answerKept: 'with its write' },
      schema: {
        summary: 'Make an account',
        body: OperationsClientCreation,
        response: { 201: OperationsClient, '4xx': ErrorBody },
      },
    },
    async (request, reply) => {
      const created = await writeLogged(product, request, 'create client', async ({ queries, now }) =>
        done(queries, await createClientForOperations(queries, request.body, { now, settings: product.settings })),
      )
      return reply.code(201).send(created)
    },
  )

  app.post(
    apiPaths.opsClientReferralCode(':id'),
    {
      config: { who: 'operations', answerKept: 'with its write' },
      schema: {
        summary: 'Give a client another private referral code (AUTH-20)',
        params: OrderAddress,
        response: { 200: OperationsClient, '4xx': ErrorBody },
      },
    },
    async (request) =>
      writeLogged(product, request, 'replace referral code', async ({ queries, now }) => {
        const { id: clientId } = await findAnyClient(queries, request.params.id)
        await replaceReferralCode(queries, { secret: product.settings.secret, clientId, now })
        return done(queries, clientId)
      }),
  )

  app.patch(
    apiPaths.opsClient(':id'),
    {
      config: { who: 'operations', answerKept: 'with its write' },
      schema: {
        summary: 'Change tags, country or experiments of a client',
        params: OrderAddress,
        body: OperationsClientChange,
        response: { 200: OperationsClient, '4xx': ErrorBody },
      },
    },
    async (request) =>
      writeLogged(product, request, 'change client', async ({ queries }) => {
        await changeClientForOperations(queries, request.params.id, request.body)
        return done(queries, request.params.id)
      }),
  )
}
