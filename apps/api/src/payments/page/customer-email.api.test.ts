import { expect, test } from 'vitest'
import { replaceEmail } from '../../accounts/clients.store.ts'
import { readClient } from '../../accounts/find-client.ts'
import { followPaymentLink } from '../../testing/cards/card-page.ts'
import { cardProvider } from '../../testing/cards/card-provider.ts'
import { testProduct } from '../../testing/running-product.ts'
import { setSandbox } from '../../testing/sandbox-provider.ts'
import { signedInPerson, type TestPerson } from '../../testing/test-client.ts'
import { customerOf } from './card-customer.ts'

/** Opens the card page of a new order; answers the e-mail that it fills in. */
async function emailAtPage(person: TestPerson) {
  const { product } = await testProduct()
  expect((await followPaymentLink((await person.order()).payment_link)).location).toContain('/c/pay/')
  const { customerId = '' } = (await customerOf(product.queries, person.clientId)) ?? {}
  const customer = await (await cardProvider()).customers.retrieve(customerId)
  return 'email' in customer ? customer.email : undefined
}

test('[PAY-01] a card page fills in the client’s e-mail of that time', async () => {
  const { product, sandboxUrl } = await testProduct()
  const person = await signedInPerson()
  const { clientId } = person
  const { email } = await readClient(product.queries, clientId)
  expect(await emailAtPage(person)).toBe(email)
  const [first, second] = [`first-${clientId}@example.com`, `second-${clientId}@example.com`]
  await replaceEmail(product.queries, clientId, first)
  expect(await emailAtPage(person)).toBe(first)
  // A provider that fails here keeps the address and shows the page all the same; the next page tries again.
  await replaceEmail(product.queries, clientId, second)
  await setSandbox(sandboxUrl, 'faults', {
    provider: 'cards',
    fault: 'error',
    calls: 2,
    method: 'POST',
    path: '/v1/customers',
  })
  expect(await emailAtPage(person)).toBe(first)
  expect(await emailAtPage(person)).toBe(second)
})

test.each([
  ['of a client with a placeholder', (clientId: string) => `p-${clientId}@placeholder.test`],
  ['after an e-mail was taken away', () => null],
])('[PAY-01][INFO-03] a card page %s fills in none', async (_when, addressOf) => {
  const { product } = await testProduct()
  const person = await signedInPerson()
  const { clientId } = person
  expect(await emailAtPage(person)).toContain('@')
  await replaceEmail(product.queries, clientId, addressOf(clientId))
  // An order is paid with an unconfirmed address, too (FLOW-32).
  await person.send('PATCH', '/api/v3/users/client/me', { email: `new-${clientId}@example.com` })
  expect(await emailAtPage(person)).toBeFalsy()
})
