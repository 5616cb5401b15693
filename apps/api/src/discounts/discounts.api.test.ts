import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { Order, OrderCreation } from '@nerdify/contract/orders.ts'
import { couponRuleNames } from '@nerdify/domain/discounts/coupon-rules.ts'
import { deadlineFromHours } from '@nerdify/domain/pricing/deadlines.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { orderOf, updateOrder } from '../orders/orders.store.ts'
import { applyCode, change, newCoupon, payOrder, readOrder } from '../testing/coupon-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { signedInPerson, type TestPerson } from '../testing/test-client.ts'

afterEach(async () => (await testProduct()).clock.reset())

const elite = ['subscription_active', 'subscription_nerdify_premium']

const inHours = async (hours: number) => {
  const { clock } = await testProduct()
  return { deadline: new Date(deadlineFromHours(clock.now(), hours)).toISOString() }
}

/** Adds a service as operations may, whatever clients may choose. */
async function addByHand(person: TestPerson, order: Order, key: 'draft_needed'): Promise<void> {
  const { product } = await testProduct()
  const stored = await orderOf(product.queries, person.clientId, order.id)
  const service = stored?.services[key]
  if (stored === undefined || service === undefined) throw new Error(`the order has no ${key}`)
  const services = { ...stored.services, [key]: { ...service, added: true } }
  await updateOrder(product.queries, person.clientId, order.id, { services: JSON.stringify(services) })
}

describe('the codes of the sandbox', () => {
  test.each([
    ['NERD10', 43.2, { value: 10, discount_type: 'percent', quote_amount: 4.8, cashback_amount: 0 }],
    ['SAVE5', 43, { value: 5, discount_type: 'amount', quote_amount: 5, cashback_amount: 0 }],
    ['CASH15', 48, { value: 15, discount_type: 'cashback', quote_amount: 0, cashback_amount: 7.2 }],
    ['FIRST20', 28, { value: 20, discount_type: 'amount', quote_amount: 20, cashback_amount: 0 }],
    ['ESSAY10', 43.2, { value: 10, discount_type: 'percent', quote_amount: 4.8, cashback_amount: 0 }],
    ['ONCE10', 43.2, { value: 10, discount_type: 'percent', quote_amount: 4.8, cashback_amount: 0 }],
    ['TOPNERD', 48, { value: 9.6, discount_type: 'top_writer', quote_amount: 0, cashback_amount: 0 }],
    ['PLAGFREE', 48, { value: 8, discount_type: 'adv_plagreport', quote_amount: 0, cashback_amount: 0 }],
  ])('[DISC-14][DISC-17][DISC-18] %s on an essay of 48 dollars makes it %s', async (code, price, entry) => {
    const person = await signedInPerson()
    const answer = await applyCode(person, await person.order(), code)
    const info = [{ code, ...entry }]
    expect(answer).toMatchObject({
      status: 200,
      body: {
        quote_price: 48,
        price,
        discount_amount: entry.quote_amount,
        discountValid: true,
        discountCode: code,
        discountOrderQuote: 48 - entry.quote_amount,
        discountErrorType: null,
        discountErrorValue: null,
      },
    })
    expect(answer.body.discountInfo).toEqual(info)
    expect(answer.body.discount_info).toEqual(info)
    expect(await readOrder(person, answer.body)).toMatchObject({ price, discountCode: code })
  })

  test('[DISC-17] DRAFT gives the draft from 24 hours on', async () => {
    const person = await signedInPerson()
    const { body } = await applyCode(person, await person.order(await inHours(24)), 'DRAFT')
    expect(body).toMatchObject({
      price: 40.8,
      service_price: 0,
      discountInfo: [{ discount_type: 'draft_needed', value: 4.08 }],
    })
    expect(body.services.draft_needed).toMatchObject({ price: 0, added: true, free_reason: 'coupon' })
  })

  test('[DISC-17] LOYAL15 takes 15 % off from three paid orders on', async () => {
    const person = await signedInPerson()
    for (let paid = 0; paid < 3; paid += 1) await payOrder(person, await person.order())
    expect((await applyCode(person, await person.order(), 'LOYAL15')).body).toMatchObject({ price: 40.8 })
  })

  test('[DISC-14] gives VIP support without making it a service of the order', async () => {
    const code = await newCoupon({ gift: { kind: 'free', addOns: ['vip_support', 'prioritize_my_task'] } })
    const person = await signedInPerson()
    const { body } = await applyCode(person, await person.order(), code)
    expect(body.discountInfo.map((entry) => [entry.discount_type, entry.value])).toEqual([
      ['vip_support', 0],
      ['prioritize_my_task', 5],
    ])
    expect(body).toMatchObject({ price: 48, service_price: 0 })
  })

  test('[DISC-02] accepts a code with spaces and in small letters; an empty one has its own words', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    expect((await applyCode(person, order, ' nerd 10 ')).body).toMatchObject({ discountCode: 'NERD10', price: 43.2 })
    for (const code of ['', '  \n']) {
      expect(await applyCode(person, order, code)).toMatchObject({
        status: 422,
        body: { text: 'Please, enter a coupon code.', error_value: 'code' },
      })
    }
  })
})

interface Refused {
  requirement: string
  code: string | ((person: TestPerson) => Promise<string>)
  text: string
  value?: number | string
  tags?: string[]
  order?: () => Promise<Partial<OrderCreation>>
  /** Setup before the code is tried. */
  before?: (person: TestPerson, order: Order) => Promise<unknown>
}

const notThisOrder = "This code can't be applied for this order."
const checkDraft = 'Can\'t activate "Draft". Check deadline'
const notValid = 'This code is not valid.'

/** A case for each error type: a rule without one does not compile. */
const refusals: Record<(typeof couponRuleNames)[number] | 'unknown_code', Refused> = {
  expiration: { requirement: 'DISC-06', code: 'OLD10', text: 'This code has expired.' },
  used: {
    requirement: 'DISC-07',
    code: 'ONCE10',
    text: `${notThisOrder} You've already use it with another order.`,
    before: async (person) => payOrder(person, (await applyCode(person, await person.order(), 'ONCE10')).body),
  },
  gift_used: {
    requirement: 'REF-04',
    code: usedGiftCode,
    text: 'You used your friend’s $20 on another order.',
  },
  used_up: { requirement: 'DISC-11', code: usedUpCode, text: notValid },
  paid_orders_max: {
    requirement: 'DISC-04',
    code: 'FIRST20',
    text: notThisOrder,
    before: async (person) => payOrder(person, await person.order()),
  },
  paid_orders: { requirement: 'DISC-04', code: 'LOYAL15', text: notThisOrder },
  order_type: {
    requirement: 'DISC-04',
    code: 'ESSAY10',
    text: notThisOrder,
    order: async () => ({ type: 'Quiz', size: '60 Minutes' }),
  },
  service_allready_sub: {
    requirement: 'DISC-10',
    code: 'PLAGFREE',
    text: 'Plagiarism Report service is already included as a part of subscription benefits',
    value: 'Plagiarism Report',
    tags: elite,
  },
  min_price: {
    requirement: 'DISC-05',
    code: 'SAVE5',
    text: 'This code can be only applied for orders over $30',
    value: 30,
    order: async () => ({ size: '1 Pages' }),
  },
  service_top_writer: {
    requirement: 'DISC-08',
    code: 'TOPNERD',
    text: 'Can\'t activate "Top writer". Codes or add-ons conflict',
    before: (person, order) => change(person, order, { action: 'service_add', tag: 'top_writer' }),
  },
  service_draft: {
    requirement: 'DISC-09',
    code: 'DRAFT',
    text: checkDraft,
    order: () => inHours(24),
    before: (person, order) => addByHand(person, order, 'draft_needed'),
  },
  draft_deadline: { requirement: 'DISC-09', code: 'DRAFT', text: checkDraft, order: () => inHours(18) },
  unknown_code: { requirement: 'DISC-11', code: 'NOSUCHCODE', text: notValid },
}

/** The code of a coupon for one order in total, which somebody has used. */
async function usedUpCode(): Promise<string> {
  const code = await newCoupon({ gift: { kind: 'percent', percent: 50 }, mostUses: 1 })
  const person = await signedInPerson()
  await payOrder(person, (await applyCode(person, await person.order(), code)).body)
  return code
}

/** The code of a gift that the person has used for another order. */
async function usedGiftCode(person: TestPerson): Promise<string> {
  const code = await newCoupon({ gift: { kind: 'amount', amountCents: 2000 }, onceAClient: true, forNewPeople: true })
  await payOrder(person, (await applyCode(person, await person.order(), code)).body)
  return code
}

describe('refusals', () => {
  test.each(Object.entries(refusals).map(([errorType, refused]) => [refused.requirement, errorType, refused] as const))(
    '[%s][DISC-18] %s answers 422 with its words, and the order stays as it was',
    async (_, errorType, { code, text, value = null, tags, order: made, before }) => {
      const person = await signedInPerson(tags)
      const order = await person.order(await made?.())
      await before?.(person, order)
      const tried = typeof code === 'string' ? code : await code(person)
      const asItWas = await readOrder(person, order)
      const answer = await applyCode<ErrorBody>(person, order, tried)
      expect(answer.status).toBe(422)
      expect(answer.body).toEqual({ text, error_type: errorType, error_value: value })
      expect(await readOrder(person, order)).toEqual(asItWas)
    },
  )

  test('[DISC-18] a code needs an action, and an order with a price', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    expect(await change<ErrorBody>(person, order, { code: 'NERD10' })).toMatchObject({
      status: 422,
      body: { error_value: 'code' },
    })
    const unpriced = await person.send<Order>('POST', '/api/v3/orders', { type: 'Quiz' })
    expect(await applyCode<ErrorBody>(person, unpriced.body, 'NERD10')).toMatchObject({
      status: 422,
      body: { error_type: 'order_incomplete', error_value: 'code' },
    })
  })

  test('[AUTH-19] another client’s order answers 404 to a code', async () => {
    const order = await (await signedInPerson()).order()
    expect((await applyCode(await signedInPerson(), order, 'NERD10')).status).toBe(404)
  })

  test('[AUTH-21] asks a person who keeps trying codes to wait', async () => {
    const { settings } = await testProduct()
    const person = await signedInPerson()
    const order = await person.order()
    const { limitScale } = settings
    settings.limitScale = 2 / 60
    try {
      expect((await applyCode(person, order, 'GUESS1')).status).toBe(422)
      expect((await applyCode(person, order, 'GUESS2')).status).toBe(422)
      const third = await applyCode<ErrorBody>(person, order, 'NERD10')
      expect(third).toMatchObject({ status: 429, body: { error_type: 'too_many_requests' } })
    } finally {
      settings.limitScale = limitScale
    }
    expect((await applyCode(person, order, 'NERD10')).status).toBe(200)
  })
})

describe('a discount after later changes', () => {
  test('[DISC-15] a second code replaces the first; removing it restores the first price', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    await applyCode(person, order, 'NERD10')
    const second = await applyCode(person, order, 'SAVE5')
    expect(second.body).toMatchObject({ price: 43, discountCode: 'SAVE5' })
    expect(second.body.discountInfo).toHaveLength(1)
    const removed = await change(person, order, { action: 'discount_del', code: 'SAVE5' })
    expect(removed).toMatchObject({
      status: 200,
      body: { price: 48, discount_amount: 0, discountValid: false, discountCode: null, discountOrderQuote: null },
    })
    expect(removed.body.discountInfo).toEqual([])
    expect((await change(person, order, { action: 'discount_del' })).body).toEqual(await readOrder(person, order))
  })

  test('[DISC-15] a refused second code keeps the first', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    await applyCode(person, order, 'TOPNERD')
    expect((await applyCode(person, order, 'OLD10')).status).toBe(422)
    expect(await readOrder(person, order)).toMatchObject({
      discountCode: 'TOPNERD',
      services: { top_writer: { added: true, price: 0 } },
    })
  })

  test('[DISC-15][DISC-05] a size that falls below min_price removes the discount and says so, until that is cleared', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    await applyCode(person, order, 'SAVE5')
    expect((await change(person, order, { size: '3 Pages' })).body).toMatchObject({ price: 67, discountCode: 'SAVE5' })
    const fallen = await change(person, order, { size: '1 Pages' })
    expect(fallen).toMatchObject({
      status: 200,
      body: { price: 24, discountValid: false, discountErrorType: 'min_price', discountErrorValue: 30 },
    })
    expect((await change(person, order, { size: '2 Pages' })).body).toMatchObject({
      price: 48,
      discountErrorType: 'min_price',
    })
    expect((await change(person, order, { action: 'discount_del' })).body).toMatchObject({
      price: 48,
      discountErrorType: null,
      discountErrorValue: null,
    })
  })

  test('[DISC-15][DISC-12] a type or deadline that breaks a condition removes the discount; a new code clears the error', async () => {
    const person = await signedInPerson()
    const order = await person.order(await inHours(24))
    await applyCode(person, order, 'DRAFT')
    const sooner = await change(person, order, await inHours(12))
    expect(sooner.body).toMatchObject({
      price: 48,
      discountErrorType: 'draft_deadline',
      services: { draft_needed: { added: false, free_reason: null } },
    })
    await applyCode(person, order, 'ESSAY10')
    expect(await readOrder(person, order)).toMatchObject({ discountErrorType: null, price: 43.2 })
    expect((await change(person, order, { type: 'Essay (editing)' })).body).toMatchObject({
      discountErrorType: 'order_type',
      price: 29.9,
    })
  })

  test('[DISC-15] a discount follows the price: 10 % of the current price', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    await applyCode(person, order, 'NERD10')
    expect((await change(person, order, { size: '5 Pages' })).body).toMatchObject({ quote_price: 120, price: 108 })
    expect((await change(person, order, { action: 'service_add', tag: 'prioritize_my_task' })).body).toMatchObject({
      price: 113,
      discount_amount: 12,
      service_price: 5,
    })
  })

  test('[FLOW-18][API-11] a code from a stale window is 409, and a repeat with the same key applies it once', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    await applyCode(person, order, 'NERD10')
    expect(
      await change<ErrorBody>(person, order, { action: 'discount_add', code: 'SAVE5', version: order.version }),
    ).toMatchObject({ status: 409, body: { error_type: 'order_changed', error_value: 'discount' } })
    const address = `/api/v3/orders/${order.id}`
    const body = { action: 'discount_add', code: 'SAVE5' }
    const key = { 'idempotency-key': 'coupon-1' }
    const [one, two] = [
      await person.send<Order>('PATCH', address, body, key),
      await person.send<Order>('PATCH', address, body, key),
    ]
    expect(two.body).toEqual(one.body)
    expect(two.body.version).toBe(order.version + 2)
  })

  test('[DISC-16][API-04] keeps the discount of a paid order', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    await applyCode(person, order, 'NERD10')
    expect(await payOrder(person, order)).toMatchObject({ client_paid: 43.2, price: 43.2, isPaid: true })
    for (const body of [{ action: 'discount_add', code: 'SAVE5' }, { action: 'discount_del' }]) {
      expect(await change<ErrorBody>(person, order, body)).toMatchObject({
        status: 409,
        body: { error_type: 'order_paid' },
      })
    }
  })
})

describe('free services', () => {
  test('[SRV-04][LAW-01] a coupon adds its service for free, says why, and removes it again', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    const { body } = await applyCode(person, order, 'TOPNERD')
    expect(body).toMatchObject({ price: 48, service_price: 0, cabinet_price: 48 })
    expect(body.services.top_writer).toEqual({
      price: 0,
      added: true,
      active: false,
      refunded: false,
      free_reason: 'coupon',
    })
    expect(body.services.prioritize_my_task).toMatchObject({ price: 5, added: false, free_reason: null })
    const removed = await change(person, order, { action: 'discount_del' })
    expect(removed.body).toMatchObject({ price: 48, services: { top_writer: { price: 9.6, added: false } } })
  })

  test('[SRV-04] a service added by hand before the coupon stays when the coupon goes', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    await change(person, order, { action: 'service_add', tag: 'adv_plagreport' })
    expect((await applyCode(person, order, 'PLAGFREE')).body).toMatchObject({ price: 48 })
    expect((await change(person, order, { action: 'discount_del' })).body).toMatchObject({
      price: 56,
      services: { adv_plagreport: { price: 8, added: true, free_reason: null } },
    })
  })

  test('[SRV-03][SRV-01] a coupon’s service, even a draft, can be removed and added again', async () => {
    const person = await signedInPerson()
    const order = await person.order(await inHours(24))
    const choose = (action: string) => change(person, order, { action, tag: 'draft_needed' })
    await applyCode(person, order, 'DRAFT')
    expect((await choose('service_delete')).body).toMatchObject({
      discountCode: 'DRAFT',
      services: { draft_needed: { added: false, price: 0, free_reason: 'coupon' } },
    })
    expect((await choose('service_add')).body).toMatchObject({
      price: 40.8,
      services: { draft_needed: { added: true } },
    })
    await change(person, order, { action: 'discount_del' })
    expect((await readOrder(person, order)).services.draft_needed.added).toBe(false)
    expect((await choose('service_add')).status).toBe(422)
  })

  test('[SRV-04][SUB-02][LAW-01] Elite’s services are in the order from the start, at 0, and can be removed', async () => {
    const person = await signedInPerson(elite)
    const order = await person.order()
    expect(order).toMatchObject({ price: 48, service_price: 0, plagiarism_check: true })
    for (const key of ['prioritize_my_task', 'top_writer', 'adv_plagreport'] as const) {
      expect(order.services[key]).toMatchObject({ price: 0, added: true, free_reason: 'plan' })
    }
    expect(order.services.draft_needed).toMatchObject({ price: 4.8, added: false, free_reason: null })
    // The preferred Nerd is free with the plan that offers it, but must be chosen.
    expect(order.services.client_recomended_writer).toMatchObject({ price: 0, added: false, free_reason: 'plan' })
    const without = await change(person, order, { action: 'service_delete', tag: 'top_writer' })
    expect(without.body).toMatchObject({ price: 48, services: { top_writer: { added: false } } })
    // The report does not fit a quiz: a paid service is not included, and a removed one stays removed.
    const quiz = await change(person, order, { type: 'Quiz', size: '60 Minutes' })
    expect(quiz.body.services.adv_plagreport).toMatchObject({ price: 8, added: false, free_reason: null })
    expect(quiz.body.services.top_writer).toMatchObject({ price: 0, added: false, free_reason: 'plan' })
    expect(quiz.body).toMatchObject({ service_price: 0, services: { prioritize_my_task: { added: true } } })
    const essay = await change(person, order, { type: 'Essay (editing)', size: '2 Pages' })
    expect(essay.body.services.adv_plagreport).toMatchObject({ price: 0, added: true, free_reason: 'plan' })
  })

  test('[DISC-10] names the VIP support of the plan in the refusal of its coupon', async () => {
    const code = await newCoupon({ gift: { kind: 'free', addOns: ['vip_support'] } })
    const person = await signedInPerson(elite)
    const refused = await applyCode(person, await person.order(), code)
    expect(refused).toMatchObject({
      status: 422,
      body: { error_type: 'service_allready_sub', error_value: 'VIP Support' },
    })
    const other = await signedInPerson(['subscription_active', 'subscription_nerdify_basic'])
    expect((await applyCode(other, await other.order(), code)).status).toBe(200)
  })

  test('[SUB-02][SRV-04] a basic plan includes only Prioritize my Task', async () => {
    const person = await signedInPerson(['subscription_active', 'subscription_nerdify_basic'])
    const { services } = await person.order()
    expect(services.prioritize_my_task).toMatchObject({ price: 0, free_reason: 'plan' })
    expect(services.top_writer).toMatchObject({ price: 9.6, free_reason: null })
  })

  test('[SRV-04] a free service is paid with the order and can no longer be removed', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    await applyCode(person, order, 'TOPNERD')
    const paid = await payOrder(person, order)
    expect(paid).toMatchObject({ client_paid: 48, services: { top_writer: { active: true, price: 0 } } })
    expect((await change(person, order, { action: 'service_delete', tag: 'top_writer' })).status).toBe(409)
  })
})
