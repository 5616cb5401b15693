import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { BalancePage, Client, ClientChange, ClientFacts } from '@nerdify/contract/client.ts'
import type { FirstData } from '@nerdify/contract/first-data.ts'
import type { SubscriptionList } from '@nerdify/contract/subscriptions.ts'
import { describe, expect, test } from 'vitest'
import { personWithBalance } from '../testing/cards/books.ts'
import { newCoupon, applyCode, payOrder } from '../testing/coupon-calls.ts'
import { operate } from '../testing/operations-calls.ts'
import { loggingApp } from '../testing/logging-app.ts'
import { testProduct } from '../testing/running-product.ts'
import {
  eventually,
  giveEmail,
  keyOfConfirmation,
  openAccountLink,
  type Reply,
  send,
  signedInPerson,
  type TestPerson,
} from '../testing/test-client.ts'

const me = '/api/v3/users/client/me'
const changeMe = <Body = Client>(person: TestPerson, change: ClientChange, method = 'PATCH'): Promise<Reply<Body>> =>
  person.send<Body>(method, me, change)
const readMe = async (person: TestPerson) => (await person.send<Client>('GET', me)).body
const addressOf = (person: TestPerson, name: string) => `${name}${person.phone.slice(-9)}@example.com`

describe('a client changes their own data', () => {
  test.each(['PATCH', 'POST'])('[API-06] %s changes the nickname, the e-mail and the shown flags', async (method) => {
    const person = await signedInPerson()
    const email = addressOf(person, 'sam')
    const change = { email, nickname: ' Sam ', userdef: { isSubscriptionPopupShown: true } }
    const answer = await changeMe(person, change, method)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ pending_email: email, nickname: 'Sam', userdef: change.userdef })
    expect(await readMe(person)).toEqual(answer.body)
  })

  test.each(['subscription_agreed', 'subscription_disagreed'] as const)(
    '[API-06][SUB-12] %s records that the offer was shown, and the answer',
    async (action) => {
      const person = await signedInPerson()
      expect((await readMe(person)).userdef).toEqual({ isSubscriptionPopupShown: false })
      const answer = await changeMe(person, { action })
      expect(answer.body.userdef).toEqual({ isSubscriptionPopupShown: true })
      const { product } = await testProduct()
      const events = await product.queries
        .selectFrom('client_event')
        .select(['event', 'author'])
        .where('client_id', '=', person.clientId)
        .execute()
      expect(events).toEqual([{ event: action, author: 'client' }])
    },
  )

  test('[API-10] refuses an unknown action, field or type', async () => {
    const person = await signedInPerson()
    for (const body of [{ action: 'become_admin' }, { available_balance: 5 }, { nickname: 7 }, { tags: ['vip'] }]) {
      expect((await person.send('PATCH', me, body)).status).toBe(422)
    }
    expect(await readMe(person)).toMatchObject({ available_balance: 0, tags: [] })
  })
})

describe('the e-mail', () => {
  test.each(['', 'sam', 'sam@example', 'sam@example.museum', 'a@b.co, victim@x.co', 'a@b.co\r\nBcc: victim@x.co'])(
    '[INFO-02][INFO-03] (abuse 28) %j is refused in words, and nothing changes',
    async (email) => {
      const person = await signedInPerson([], { email: null })
      expect(await changeMe(person, { email, nickname: 'Sam' })).toMatchObject({
        status: 422,
        body: {
          text: email === '' ? 'Enter your e-mail' : 'Invalid email',
          error_value: 'email',
          error_type: 'email_invalid',
        },
      })
      expect(await readMe(person)).toMatchObject({ email: null, nickname: null })
    },
  )

  test('[INFO-03] a placeholder address counts as none, and is refused as input', async () => {
    const person = await signedInPerson()
    expect(await changeMe(person, { email: 'me@placeholder.test' })).toMatchObject({
      status: 422,
      body: { text: 'Enter your e-mail' },
    })
    const { product } = await testProduct()
    const email = `client-${Math.random().toString(36).slice(2)}@placeholder.test`
    await product.queries.updateTable('client').set({ email }).where('id', '=', person.clientId).execute()
    expect((await readMe(person)).email).toBeNull()
    const mine = addressOf(person, 'mine')
    expect((await changeMe(person, { email: mine, email_before: null })).body).toMatchObject({ email: { email: mine } })
  })

  test('[LAW-06][FLOW-22] no account can take the address of support, in any spelling', async () => {
    const { settings } = await testProduct()
    const person = await signedInPerson()
    const own = addressOf(person, 'own')
    await giveEmail(person, own)
    for (const email of [settings.supportEmail, ` ${settings.supportEmail.toUpperCase()} `]) {
      expect(await changeMe(person, { email })).toMatchObject({
        status: 422,
        body: {
          text: 'This is our own address. Please enter yours.',
          error_value: 'email',
          error_type: 'email_ours',
        },
      })
      expect(await operate('POST', '/clients', { email })).toMatchObject({
        status: 422,
        body: { text: 'Another account has this e-mail.', error_value: 'email', error_type: 'email_taken' },
      })
    }
    expect((await readMe(person)).email).toEqual({ email: own })
  })

  test('[INFO-02] (abuse 40) changed in two tabs: the second is refused, and the first change stays', async () => {
    const person = await signedInPerson([], { email: null })
    const [before, one, other] = ['before', 'one', 'other'].map((name) => addressOf(person, name)) as [
      string,
      string,
      string,
    ]
    await changeMe(person, { email: before, email_before: null })
    expect((await changeMe(person, { email: one, email_before: before })).status).toBe(200)
    expect(await changeMe(person, { email: other, email_before: before })).toMatchObject({
      status: 409,
      body: {
        text: `Your e-mail was changed to ${one} in another window. Submit again to replace it.`,
        error_type: 'email_changed',
        error_value: 'email',
      },
    })
    expect((await readMe(person)).email).toEqual({ email: one })
    // Equal addresses in both tabs are no conflict.
    expect((await changeMe(person, { email: one, email_before: before })).status).toBe(200)
    expect((await changeMe(person, { email: other, email_before: one })).body.email).toEqual({ email: other })
  })

  test('[AUTH-22][SAFE-02] (abuse 40) changed in many tabs at once: one address is pending and takes effect', async () => {
    const person = await signedInPerson()
    const emails = Array.from({ length: 6 }, (_, index) => addressOf(person, `tab${index}-`))
    const answers = await Promise.all(emails.map((email) => changeMe(person, { email })))
    expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 200))
    const last = (await readMe(person)).pending_email as string
    for (const email of emails) {
      const confirmed = await openAccountLink('confirm_email', await keyOfConfirmation(email))
      expect(confirmed.status).toBe(email === last ? 200 : 422)
    }
    expect((await readMe(person)).email).toEqual({ email: last })
  })
})

describe('the history of the balance', () => {
  const history = async (person: TestPerson, page = 0) =>
    (await person.send<BalancePage>('GET', `${me}/balance?page=${page}`)).body

  test('[INFO-04][AUTH-17] a new balance has no changes, even if other clients’ balances changed', async () => {
    const person = await signedInPerson()
    // Another client's balance has changed.
    await personWithBalance(1_000)
    expect(await history(person)).toEqual({ results: [], page: 0, pages: 0, total: 0 })
  })

  test('[INFO-04][PAY-13] lists each change with cause and order, newest first; they sum to the balance', async () => {
    const person = await signedInPerson()
    const code = await newCoupon({ gift: { kind: 'cashback', percent: 15 } })
    const orders = []
    for (const subject of ['History', 'Law']) {
      const order = await person.order({ subject })
      await applyCode(person, order, code)
      orders.push(await payOrder(person, order))
    }
    const found = await eventually(async () => {
      const read = await history(person)
      return read.total >= 2 && read
    })
    expect(found.results.map((one) => [one.cause, one.order_number])).toEqual(
      orders.toReversed().map((order) => ['cashback', order.number]),
    )
    const cents = found.results.map((each) => Math.round(each.amount * 100))
    const sum = cents.reduce((total, each) => total + each, 0)
    const { body } = await person.send<ClientFacts>('GET', me)
    expect(sum).toBe(Math.round(body.available_balance * 100))
    expect(sum).toBeGreaterThan(0)
    expect(await history(person, 1)).toMatchObject({ results: [], page: 1, pages: 1, total: 2 })
  })

  test('[INFO-04][AUTH-17] only its client may read it', async () => {
    expect((await send('GET', `${me}/balance`)).status).toBe(401)
    const person = await signedInPerson()
    expect((await person.send('GET', `${me}/balance?page=-1`)).status).toBe(422)
  })
})

describe('the first data of a visit', () => {
  const first = <Body = FirstData>(person: TestPerson, query: string) =>
    person.send<Body>('GET', `${apiPaths.firstData()}?${query}`)

  test('[API-03][API-06][PRICE-04] each part equals the answer of its own call, and only requested parts come', async () => {
    const person = await signedInPerson()
    const placed = await person.order()
    const own = async (path: string) => (await person.send('GET', path)).body
    const all = await first(person, `prices=1&orders=active&order=${placed._id}`)
    expect(all.status).toBe(200)
    expect(all.headers.get('cache-control')).toBe('no-store')
    expect(all.body).toEqual({
      client: await own(me),
      unread: 0,
      prices: {
        rates: await own(apiPaths.pricing()),
        services: await own(apiPaths.servicePrices()),
        late_credit: await own(apiPaths.lateCredit()),
      },
      order: await own(apiPaths.order(placed._id)),
      orders: await own(`${apiPaths.orders()}?page=0&filter=active`),
    })
    expect((await first(person, 'info=1&subscriptions=1')).body).toEqual({
      client: all.body.client,
      unread: 0,
      info: { balance: await own(`${apiPaths.myBalance()}?page=0`), marketing: await own(apiPaths.marketingConsent()) },
      subscriptions: await own(apiPaths.subscriptions(person.clientId)),
    })
    expect((await first(person, 'orders=completed')).body).toEqual({
      client: all.body.client,
      unread: 0,
      orders: await own(`${apiPaths.orders()}?page=0&filter=completed`),
    })
  })

  test('[AUTH-19] (abuse 32) another client’s order is null, and without a session there is nothing', async () => {
    const [person, stranger] = [await signedInPerson(), await signedInPerson()]
    const placed = await stranger.order()
    for (const id of [placed._id, 'no-order']) expect((await first(person, `order=${id}`)).body.order).toBeNull()
    expect((await send('GET', `${apiPaths.firstData()}?orders=active`)).status).toBe(401)
    expect((await first(person, 'orders=everything')).status).toBe(422)
    expect((await first(person, 'secrets=1')).status).toBe(422)
    expect((await first(person, 'info=all')).status).toBe(422)
  })
})

test('[WAIT-04] a client reads the company’s time zone, whose business days their dates count', async () => {
  const { settings } = await testProduct()
  const { body } = await (await signedInPerson()).send<Client>('GET', apiPaths.me())
  expect(body.company_timezone).toBe(settings.companyZone)
  expect(body.company_holidays).toEqual(settings.companyHolidays)
})

test('[WAIT-07] clients whose plan has a VIP phone read it, if the company has one', async () => {
  const withPlan = await signedInPerson(['subscription_nerdify_basic', 'subscription_active'])
  const withAddons = await signedInPerson(['subscription_premium_addons', 'subscription_active'])
  const phonesShown = async (vipPhone: string | undefined) => {
    const { app } = await loggingApp({ vipPhone })
    const read = async <Body>({ token }: TestPerson, url: string) =>
      (await app.inject({ url, headers: { authorization: `Bearer ${token}` } })).json<Body>()
    const [ofPlan, ofAddons, offered] = await Promise.all([
      read<Client>(withPlan, me),
      read<Client>(withAddons, me),
      read<SubscriptionList>(withAddons, apiPaths.subscriptions(withAddons.clientId)),
    ])
    await app.close()
    return [ofPlan.vip_phone, ofAddons.vip_phone, offered.vip_phone_offered]
  }
  expect(await phonesShown('+1 212 555 0100')).toEqual(['+1 212 555 0100', null, true])
  expect(await phonesShown(undefined)).toEqual([null, null, false])
})
