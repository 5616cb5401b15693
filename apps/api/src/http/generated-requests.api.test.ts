import { idempotencyHeader } from '@nerdify/contract/api-paths.ts'
import { DiscountChange } from '@nerdify/contract/operations.ts'
import fc from 'fast-check'
import { Compile } from 'typebox/schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testProduct } from '../testing/running-product.ts'
import { newPhone, send, signedInPerson, type TestPerson } from '../testing/test-client.ts'
import { proofSize } from '../testing/proof-size.ts'

/** A JSON schema of the OpenAPI document. Values are generated only from these keywords; validation uses all. */
interface JsonSchema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  pattern?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  minItems?: number
}

interface Operation {
  parameters?: { name: string; in: 'path' | 'query' | 'header'; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>
}

/** Requests per call. The seed is fixed in `npm test`; the proof run uses random seeds. */
const requests = proofSize({ embedded: { test: 10, prove: 50 }, server: { test: 5, prove: 300 } })
const seed = process.env.PROVE === undefined ? 20_261_121 : undefined

/** Strings that break careless code. */
const nasty = [
  '',
  ' ',
  '\u0000',
  '\uD800',
  '\u202E\u2066',
  "' or 1=1; --",
  '<script>alert(1)</script>',
  '{"$ne":null}',
  '../../etc/passwd',
  '%00',
  'x'.repeat(20_000),
  '1e309',
  'null',
  '2027-02-30T99:99:99Z',
]
/** Idempotency keys: used before, hostile, empty and too long (API-11). */
const keys = ['used before', "' or 1=1; --", '', 'x'.repeat(256)]
const anything = fc.oneof(
  fc.constantFrom<unknown>(...nasty, null, true, -1, 0, 1.5, Number.MAX_SAFE_INTEGER, 1e300, [], {}, [[[]]], {
    constructor: 1,
  }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Values that mostly fit the schema, so that they pass validation. */
function valueOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(valueOf))
  switch (schema.type) {
    case 'object': {
      const properties = Object.entries(schema.properties ?? {}).map(([name, one]) => [name, valueOf(one)] as const)
      return fc.record(Object.fromEntries(properties), { requiredKeys: schema.required ?? [] })
    }
    case 'array':
      return fc.array(valueOf(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 3 })
    case 'string':
      if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern))
      return fc.oneof(fc.string({ maxLength: Math.min(schema.maxLength ?? 40, 40) }), fc.constantFrom(...nasty))
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 1_000 })
    case 'number':
      return fc.double({ min: schema.minimum ?? -5, max: schema.maximum ?? 1_000, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return anything
  }
}

/** A valid value with one fault: a property that is wrong, missing or unknown. */
function brokenOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {})
  return fc.tuple(valueOf(schema), fc.constantFrom(...names, 'unknown'), anything, fc.boolean()).map((drawn) => {
    const [value, name, other, isGone] = drawn
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return other
    const rest = Object.entries(value).filter(([key]) => key !== name)
    return Object.fromEntries(isGone ? rest : [...rest, [name, other]])
  })
}

const document = async () => {
  const { body } = await send<{ paths: Record<string, Record<string, Operation>> }>('GET', '/api/openapi.json')
  return Object.entries(body.paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

describe('requests made from the document', () => {
  let person: TestPerson
  let known: string[]
  let kept: { path: string; body: unknown }[]
  const operations = async () => (await testProduct()).settings.operationsToken

  beforeAll(async () => {
    person = await signedInPerson()
    const order = await person.order()
    known = [order.id, order.number, person.clientId, 'NERD10']
    // Other tests share the prices and settings: restore them afterwards.
    kept = await Promise.all(
      ['/api/ops/pricing', '/api/ops/services', '/api/ops/late_credit', '/api/ops/discounts/NERD10'].map(
        async (path) => ({
          path,
          body: (await send<unknown>('GET', path, { token: await operations() })).body,
        }),
      ),
    )
  })
  afterAll(async () => {
    for (const { path, body } of kept) {
      // A coupon's answer has more fields than its body.
      const terms = Object.entries(body as object).filter(([field]) => field in DiscountChange.properties)
      const sent = path.endsWith('NERD10') ? Object.fromEntries(terms) : body
      const answer = await send('PUT', path, { token: await operations(), body: sent })
      if (answer.status !== 200) throw new Error(`${path} is not as it was: ${JSON.stringify(answer.body)}`)
    }
  })

  test('[API-01][API-09][API-11] every answer fits the document and is never a 500, whatever is sent', async () => {
    const calls = await document()
    expect(calls.length).toBeGreaterThan(40)
    let sent = 0
    const checked = { '2xx': 0, '4xx': 0 }
    for (const { method, path, operation } of calls) {
      // A stream never ends by itself; other tests cover it.
      if (path.endsWith('stream')) continue
      const { parameters = [], requestBody, responses } = operation
      const [mediaType, body] = Object.entries(requestBody?.content ?? {})[0] ?? []
      const validators = new Map<string, ReturnType<typeof Compile>>()
      const inPath = fc.record(
        Object.fromEntries(
          parameters
            .filter((each) => each.in === 'path')
            .map((each) => [each.name, fc.oneof(fc.constantFrom(...known), valueOf(each.schema).map(String))]),
        ),
      )
      const inQuery = fc.record(
        Object.fromEntries(
          parameters
            .filter((each) => each.in === 'query')
            .map((one) => [
              one.name,
              fc.oneof(valueOf(one.schema).map(String), fc.constantFrom(...nasty.slice(0, -4))),
            ]),
        ),
        { requiredKeys: [] },
      )
      const schema = body?.schema
      const bodies: fc.Arbitrary<unknown> =
        schema === undefined
          ? fc.constant(undefined)
          : fc.oneof({ weight: 3, arbitrary: valueOf(schema) }, { weight: 2, arbitrary: brokenOf(schema) })
      const token = path.startsWith('/api/ops') ? await operations() : person.token
      const one = fc.record({
        path: inPath,
        query: inQuery,
        body: bodies,
        token: fc.oneof({ weight: 6, arbitrary: fc.constant(token) }, fc.constantFrom(undefined, 'nonsense')),
        key: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, fc.constantFrom(...keys)),
      })

      await fc.assert(
        fc.asyncProperty(one, async (request) => {
          const url = new URL(
            path.replace(/\{(\w+)\}/g, (_, name: string) =>
              encodeURIComponent(String(request.path[name]).toWellFormed()),
            ),
            'http://product',
          )
          for (const [name, value] of Object.entries(request.query)) url.searchParams.set(name, String(value))
          const isForm = mediaType === 'application/x-www-form-urlencoded'
          const answer = await send<unknown>(method, url.pathname + url.search, {
            token: request.token,
            ...(request.body === undefined
              ? {}
              : { body: isForm ? formOf(request.body) : JSON.stringify(withOwnPhone(request.body)) }),
            headers: {
              ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
              ...(request.key === undefined ? {} : { [idempotencyHeader]: request.key }),
            },
          })
          sent += 1
          const what = `${method} ${url.pathname}${url.search} ${JSON.stringify(request.body)?.slice(0, 500)} → ${answer.status} ${JSON.stringify(answer.body).slice(0, 500)}`
          expect({ what, failed: answer.status >= 500 }).toEqual({ what, failed: false })
          const status = String(answer.status)
          const answered = responses[status] ?? responses[`${status[0]}XX`] ?? responses[`${status[0]}xx`]
          if (answered === undefined && answer.status < 300) throw new Error(`not in the document: ${what}`)
          const answerSchema = answered?.content?.['application/json']?.schema
          if (answerSchema === undefined) return
          const validator = validators.get(status) ?? Compile(answerSchema as object)
          validators.set(status, validator)
          const [, faults] = validator.Errors(answer.body)
          expect({ what, faults }).toEqual({ what, faults: [] })
          checked[answer.status < 300 ? '2xx' : '4xx'] += 1
        }),
        { numRuns: requests, ...(seed === undefined ? {} : { seed }), endOnFailure: true },
      )
      // The requests include sign-out and deletion of the account.
      if ((await person.send('GET', '/api/v3/users/client/me')).status === 401) person = await signedInPerson()
    }
    expect(checked['2xx'], 'answers of success').toBeGreaterThan(sent / 10)
    expect(checked['4xx'], 'refusals').toBeGreaterThan(sent / 4)
    console.log(
      `PROOF ${JSON.stringify({ name: 'requests generated from the OpenAPI document', requirement: 'API-09', runs: sent, outcome: 'every answer fits the document; no answer is a 500' })}`,
    )
  }, 600_000)
})

/** A new client needs an unused phone number. */
const withOwnPhone = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && typeof (body as { phone?: unknown }).phone === 'string'
    ? { ...body, phone: newPhone() }
    : body

const formOf = (body: unknown): string =>
  new URLSearchParams(
    Object.entries(typeof body === 'object' && body !== null ? body : {}).map(([name, value]): [string, string] => [
      name,
      String(value).toWellFormed(),
    ]),
  ).toString()
