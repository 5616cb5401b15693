import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { Client } from '@nerdify/contract/client.ts'
import type { CheckoutAnswer, Subscription, SubscriptionList } from '@nerdify/contract/subscriptions.ts'
import { purchaseOf } from '@nerdify/domain/plans/plans.ts'
import { instant } from '../database/instant.ts'
import { payOnCardPage, testCards } from './cards/card-page.ts'
import { providerUnderTest } from './cards/card-provider.ts'
import { testProduct } from './running-product.ts'
import { eventually, newPhone, type Reply, signedInPerson, type TestPerson, textsTo } from './test-client.ts'

/** A person with an e-mail, who may subscribe. */
export async function personWithEmail(tags: readonly string[] = []): Promise<TestPerson & { email: string }> {
  const email = `plan${newPhone().slice(1)}@example.com`
  return { ...(await signedInPerson(tags, { email })), email }
}

const path = (person: TestPerson, call: string) => `/api/v3/users/client/${person.clientId}/${call}`

/** Requests the page to subscribe. */
export function askToSubscribe(person: TestPerson, tag: string): Promise<Reply<CheckoutAnswer & ErrorBody>> {
  return person.send('POST', path(person, 'create_subscription_sesssion'), { tag })
}

/** Requests the page to save another card. */
export function askToChangeCard(
  person: TestPerson,
  change: { subscription_id: string; customer_id: string },
): Promise<Reply<CheckoutAnswer & ErrorBody>> {
  return person.send('POST', path(person, 'create_setup_payment_method_sesssion'), change)
}

/** The client's subscriptions as stored here. */
export async function subscriptionsOf(person: TestPerson): Promise<SubscriptionList> {
  return (await person.send<SubscriptionList>('GET', path(person, 'rawsubscriptions'))).body
}

/** The subscriptions after a check with the provider, like on the page after the checkout. */
export async function checkedSubscriptionsOf(person: TestPerson): Promise<SubscriptionList> {
  return (await person.send<SubscriptionList>('POST', path(person, 'subscription_check'))).body
}

/** Subscribes on the provider's page; returns the subscription. */
export async function subscribe(person: TestPerson, tag: string, card: string = testCards.good): Promise<Subscription> {
  const opening = await askToSubscribe(person, tag)
  if (opening.status !== 200) throw new Error(`no page to subscribe: ${JSON.stringify(opening.body)}`)
  const paid = await payOnCardPage(opening.body.url, card)
  if (paid.location === null) throw new Error('the card was not taken')
  // The newest of the plan: a client may have the add-ons next to another.
  const plan = purchaseOf(tag)?.plan.tag
  const subscription = (await checkedSubscriptionsOf(person)).results.find((found) => found.tag === plan)
  if (subscription === undefined) throw new Error('there is no subscription')
  return subscription
}

/** Longer than the claim of an event. */
const leaseMs = 150_000

/** Advances days for one subscription only, and waits until the product has received all events. */
export async function age({ id }: { id: string }, days: number): Promise<void> {
  await (await providerUnderTest()).age(id, days)
  await untilEventsApplied()
}

/**
 * Waits until the provider has delivered all events and the product has applied them; a failed one is retried within
 * seconds.
 */
export async function untilEventsApplied(): Promise<void> {
  const { product, provider } = await testProduct()
  await provider.untilIdle()
  const waiting = product.queries
    .selectFrom('card_event')
    .select(['type', 'object_id', 'last_error'])
    .where('status', '=', 'new')
    // Events from a time when a test had advanced the clock wait for that time.
    .where('next_at', '<', instant(Date.now() + leaseMs))
  // An event that failed several times waits for two minutes.
  const isOver = async () => (await waiting.execute()).length === 0
  await eventually(isOver, { withinMs: 2 * leaseMs }).catch(async (cause: Error) => {
    throw new Error(`These events wait: ${JSON.stringify(await waiting.execute())}`, { cause })
  })
}

/** The payment of a plan's last month, by the provider's id. */
export async function paymentOfMonth({ id }: { id: string }): Promise<string> {
  const { product } = await testProduct()
  const rows = product.queries.selectFrom('subscription').select('payment_id').where('id', '=', id)
  return String((await rows.executeTakeFirstOrThrow()).payment_id)
}

/** The client's own data. */
export async function meOf(person: TestPerson): Promise<Client> {
  return (await person.send<Client>('GET', '/api/v3/users/client/me')).body
}

/** The mails to an address, newest first; `says` filters by words in subject or text. */
export async function mailsTo(address: string, says = ''): Promise<{ subject: string; text: string }[]> {
  return (await textsTo(await testProduct(), address, says)) as { subject: string; text: string }[]
}
