import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { Client } from '@nerdify/contract/client.ts'
import { fieldsAlwaysNull } from '@nerdify/contract/fields-always-null.ts'
import type { OrderFile, UploadForm } from '@nerdify/contract/files.ts'
import type { Order, OrderPage } from '@nerdify/contract/orders.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { change, newCoupon, payOrder } from '../testing/coupon-calls.ts'
import { addNerdFile, operate, postEvents } from '../testing/operations-calls.ts'
import { meOf, personWithEmail, subscribe, subscriptionsOf } from '../testing/subscribing.ts'
import { signedInPerson, type TestPerson } from '../testing/test-client.ts'

const specification = readFileSync(join(import.meta.dirname, '../../../../docs/requirements/specification.txt'), 'utf8')

/** The fields that section 3 of the specification names for a thing, without its remarks in brackets. */
function namedFields(thing: string): string[] {
  const text = specification.slice(specification.indexOf(`\n${thing}: `) + thing.length + 3)
  const names = text.replaceAll(/ ?[({][^)}]*[)}]/g, '').split(/\.\s|, plus /)[0] ?? ''
  return names.split(/[,/]/).flatMap((name) => /[\w.]+/.exec(name)?.[0] ?? [])
}

/** The value at a path of names; undefined if the answer lacks one of them. */
const valueAt = (answer: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((of, name) => (of as Record<string, unknown> | null)?.[name], answer)

/** The missing fields by answer. JSON drops undefined, so undefined means missing. */
const lacking = (answers: Record<string, unknown>, fields: readonly string[]) =>
  Object.entries(answers).flatMap(([call, answer]) =>
    fields.filter((field) => valueAt(answer, field) === undefined).map((field) => `${call}: ${field}`),
  )

/** Where section 3 describes verdicts in words: their names in STATE-19, and the fields that hold others. */
const within = {
  order: `isCanShowRating isCanDownloadFile isCanShowChangeRateBtn isCanShowTipsBtn isCanShowRatingBtn isCanShowStatusBar
    isRated isDeleted isNotRatedAfter1Day isReviewShownOnClient
    services.top_writer.price services.top_writer.added services.top_writer.active services.top_writer.refunded`,
  discount: 'code value discount_type quote_amount cashback_amount',
  user: `email.email exp_data.subscription_nerdy exp_data.app2_scale referral_details.count
    referral_details.count_with_orders referral_details.earn`,
}
const words = (text: string) => text.split(/\s+/)

async function uploadedBy(person: TestPerson): Promise<UploadForm> {
  const content = '%PDF-1.4\n'
  const file = { filename: 'notes.pdf', size: content.length, type: 'application/pdf' }
  const { body: form } = await person.send<UploadForm>('POST', apiPaths.uploads(), file)
  const body = new FormData()
  for (const [name, value] of Object.entries(form.fields)) body.append(name, value)
  body.append('file', new Blob([content]), file.filename)
  await fetch(form.url, { method: 'POST', body })
  return form
}

test('[API-12] each answer with an order has every specified field, and so have its files', async () => {
  const person = await signedInPerson()
  const { location } = await uploadedBy(person)
  const created = await person.order({ files: [{ location }] })
  const toContinue = await person.order({ size: undefined })
  const code = await newCoupon({ gift: { kind: 'percent', percent: 10 } })
  const changed = (await change(person, created, { action: 'discount_add', code })).body
  await payOrder(person, created)
  await addNerdFile(created)
  await postEvents(created, 'nerd_found', 'send')
  const path = apiPaths.order(created.id)
  const page = (await person.send<OrderPage>('GET', `${apiPaths.orders()}?page=0`)).body
  const orders: Record<string, Order | null | undefined> = {
    created,
    changed,
    posted: (await person.send<Order>('POST', path, { title: 'Causes' })).body,
    read: (await person.send<Order>('GET', path)).body,
    listed: page.results[0],
    'to continue': page.to_continue[0],
    unsized: toContinue,
    operations: (await operate<Order>('GET', `/orders/${created.id}`)).body,
  }
  expect(lacking(orders, [...namedFields('Order'), ...words(within.order)])).toEqual([])
  expect(lacking({ of: changed.discountInfo[0], other: changed.discount_info[0] }, words(within.discount))).toEqual([])
  expect(lacking({ created: created.attachments[0] }, namedFields('Attachment / uploaded file'))).toEqual([])
  const files = (await person.send<OrderFile[]>('GET', `${path}/files`)).body
  expect(files.map(({ type }) => type).toSorted()).toEqual(['file_final_draft', 'order_form'])
  expect(lacking({ ...files }, namedFields('Order file'))).toEqual([])
})

test('[API-12] a client and their subscription have every specified field, null or not', async () => {
  const person = await personWithEmail()
  const fresh = await meOf(person)
  await subscribe(person, 'nerdify_basic')
  const clients: Record<string, Client> = {
    fresh,
    changed: (await person.send<Client>('PATCH', apiPaths.me(), { nickname: 'Sam' })).body,
    posted: (await person.send<Client>('POST', apiPaths.me(), {})).body,
    subscribed: await meOf(person),
  }
  expect(lacking(clients, [...namedFields('User'), ...words(within.user)])).toEqual([])
  expect(lacking({ ...(await subscriptionsOf(person)).results }, namedFields('Subscription record'))).toEqual([])
  expect(Object.keys(fieldsAlwaysNull.client).filter((field) => valueAt(fresh, field) !== null)).toEqual([])
})
