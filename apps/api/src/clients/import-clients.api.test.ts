import type { ImportOutcome } from '@nerdify/contract/client-import.ts'
import type { FoundClientPage, OperationsClientWithLists } from '@nerdify/contract/finding.ts'
import { describe, expect, test } from 'vitest'
import { expectBooksToAgree } from '../testing/cards/books.ts'
import { operate } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { newPhone, signedInPerson } from '../testing/test-client.ts'

type Cells = Record<string, string>

async function importLines(lines: readonly Cells[], isDryRun = false): Promise<ImportOutcome['results']> {
  const numbered = lines.map((cells, index) => ({ line: index + 2, ...cells }))
  const answer = await operate<ImportOutcome>('POST', '/client_import', { dry_run: isDryRun, lines: numbered })
  expect(answer.status).toBe(200)
  return answer.body.results
}

const outcomes = (results: ImportOutcome['results']) => results.map(({ outcome }) => outcome)

async function found(phone: string): Promise<OperationsClientWithLists | undefined> {
  const { body } = await operate<FoundClientPage>('GET', `/clients?q=${encodeURIComponent(phone)}`)
  const id = body.results[0]?.id
  return id === undefined ? undefined : (await operate<OperationsClientWithLists>('GET', `/clients/${id}`)).body
}

describe('[OPS-18] an import', () => {
  test('creates accounts with balance, tags and referral code, once however often it is sent', async () => {
    const phone = newPhone()
    const email = `import${phone.slice(1)}@example.com`
    const code = `OLD${phone.slice(1)}`
    const ann = { phone, email, nickname: ' Ann  Lee ', balance: '12.50', tags: 'vip;old', referral_code: code }
    const lines = [ann, { email: `only${email}` }, { phone, nickname: 'Twice' }]
    expect(outcomes(await importLines(lines, true))).toEqual(['created', 'created', 'known'])
    expect(await found(phone)).toBeUndefined()
    expect(outcomes(await importLines(lines))).toEqual(['created', 'created', 'known'])
    const client = await found(phone)
    expect(client).toMatchObject({ nickname: 'Ann Lee', available_balance: 12.5, tags: ['vip', 'old'] })
    expect(client?.balance_history.results).toMatchObject([{ amount: 12.5, cause: 'imported' }])
    const { product } = await testProduct()
    const codes = product.queries.selectFrom('client_share_code').selectAll().where('code', '=', code)
    expect(await codes.execute()).toEqual([{ code, client_id: client?._id }])
    expect(outcomes(await importLines(lines))).toEqual(['known', 'known', 'known'])
    expect((await found(phone))?.available_balance).toBe(12.5)
    await expectBooksToAgree()
  })

  test('skips an existing account', async () => {
    const person = await signedInPerson(['own'])
    expect(outcomes(await importLines([{ phone: person.phone, balance: '100', tags: 'x' }]))).toEqual(['known'])
    expect(await found(person.phone)).toMatchObject({ available_balance: 0, tags: ['own'] })
  })

  test('names the field and reason of each wrong line, and creates the other accounts', async () => {
    const { settings } = await testProduct()
    const [one, other] = [await signedInPerson(), await signedInPerson()]
    const takenCode = `TAKEN${newPhone().slice(1)}`
    await importLines([{ phone: newPhone(), referral_code: takenCode }])
    const wrong: [Cells, field: string][] = [
      [{}, 'phone'],
      [{ nickname: 'Ann' }, 'phone'],
      [{ phone: 'abc' }, 'phone'],
      [{ phone: '12' }, 'phone'],
      [{ phone: '+1 415 555 0100 ext. 7' }, 'phone'],
      [{ phone: '+1415555010355555555' }, 'phone'],
      [{ email: 'ann' }, 'email'],
      [{ email: 'ann@' }, 'email'],
      [{ email: '@example.com' }, 'email'],
      [{ email: `${'a'.repeat(250)}@example.com` }, 'email'],
      [{ email: 'ann@example.com, ben@example.com' }, 'email'],
      [{ email: settings.supportEmail }, 'email'],
      [{ phone: one.phone, email: `p${other.phone.slice(1)}@example.com` }, 'email'],
      ...['a', '-1', '1.234', '1,50', '€5', '10000.01', '=1+1', '1e3'].map((balance): [Cells, string] => [
        { phone: newPhone(), balance },
        'balance',
      ]),
      [{ phone: newPhone(), nickname: 'a'.repeat(61) }, 'nickname'],
      [{ phone: newPhone(), tags: 'vip <b>' }, 'tags'],
      [{ phone: newPhone(), tags: 'a'.repeat(65) }, 'tags'],
      [{ phone: newPhone(), tags: Array.from({ length: 51 }, (_, index) => `t${index}`).join(' ') }, 'tags'],
      ...['abc', 'a b c d', 'abc-def', 'a'.repeat(33), takenCode].map((code): [Cells, string] => [
        { phone: newPhone(), referral_code: code },
        'referral_code',
      ]),
    ]
    expect(wrong).toHaveLength(30)
    const right = newPhone()
    const results = await importLines([...wrong.map(([cells]) => cells), { phone: right }])
    expect(results.slice(0, -1).map(({ outcome, field }) => [outcome, field])).toEqual(
      wrong.map(([, field]) => ['refused', field]),
    )
    for (const { reason } of results.slice(0, -1)) expect(reason).toMatch(/^[A-Z].*[.?]$/)
    expect(results.at(-1)?.outcome).toBe('created')
    expect(await found(right)).toBeDefined()
  })
})
