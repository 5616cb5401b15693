import { expect, test } from 'vitest'
import { replaceEmail } from '../../accounts/clients.store.ts'
import { readClient } from '../../accounts/find-client.ts'
import { followPaymentLink } from '../../testing/cards/card-page.ts'
import { cardProvider } from '../../testing/cards/card-provider.ts'
import { testProduct } from '../../testing/running-product.ts'
import { setSandbox } from '../../testing/sandbox-provider.ts'
import { signedInPerson } from '../../testing/test-client.ts'
import { customerOf } from './card-customer.ts'

test('[PAY-01] a card page fills in the client’s e-mail of that time', async () => {
  const { product, sandboxUrl } = await testProduct()
  const person = await signedInPerson()
  const { clientId } = person
  const { email } = await readClient(product.queries, clientId)
  const emailAtPage = async () => {
    expect((await followPaymentLink((await person.order()).payment_link)).location).toContain('/c/pay/')
    const { customerId = '' } = (await customerOf(product.queries, clientId)) ?? {}
    const customer = await (await cardProvider()).customers.retrieve(customerId)
    return 'email' in customer ? customer.email : undefined
  }
  expect(await emailAtPage()).toBe(email)
  const [first, second] = [`first-${clientId}@example.com`, `second-${clientId}@example.com`]
  await replaceEmail(product.queries, clientId, first)
  expect(await emailAtPage()).toBe(first)
  // A provider that fails here keeps the address and shows the page all the same; the next page tries again.
  await replaceEmail(product.queries, clientId, second)
  await setSandbox(sandboxUrl, 'faults', {
    provider: 'cards',
    fault: 'error',
    calls: 2,
    method: 'POST',
    path: '/v1/customers',
  })
  expect(await emailAtPage()).toBe(first)
  expect(await emailAtPage()).toBe(second)
})
