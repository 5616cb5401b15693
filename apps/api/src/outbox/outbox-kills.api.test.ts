import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withProductProcess } from '../testing/product-process.ts'
import { eventually, textsTo } from '../testing/test-client.ts'
import { proofSize } from '../testing/proof-size.ts'

const kills = proofSize({ embedded: { test: 1, prove: 10 } })
const peopleOfOneKill = proofSize({ embedded: { test: 8, prove: 100 } })

test(`[MSG-05] (abuse 42) over ${kills} kills every acknowledged text arrives once, and no code twice`, () =>
  withProductProcess(async (product) => {
    /** Whether the product acknowledged it; a call interrupted by the kill is not. */
    const acknowledges = (path: string, body: string | URLSearchParams, headers: Record<string, string> = {}) =>
      fetch(product.url + path, { method: 'POST', body, headers }).then(
        ({ status }) => status === 200,
        () => false,
      )
    const wordsTo = async (phone: string) => (await textsTo(product, phone)).map(({ text }) => text)

    const [greeted, coded] = [new Map<string, boolean>(), new Map<string, boolean>()]
    for (let kill = 0; kill < kills; kill += 1) {
      const phones = Array.from({ length: peopleOfOneKill }, (_, index) => `+1415${2_000_000 + kill * 1000 + index}`)
      const requests = phones.map(async (phone) => {
        greeted.set(phone, await acknowledges('/api/v1/text-back', new URLSearchParams({ to: phone })))
        const body = JSON.stringify({ type: 'request_code', factor: 'phone', value: phone })
        coded.set(phone, await acknowledges('/api/v3/factor_auth', body, { 'content-type': 'application/json' }))
      })
      // The kill happens among the messages: some are queued, some are being sent, some were sent.
      await eventually(async () => phones.some((phone) => coded.get(phone)))
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 400))
      await product.kill()
      await Promise.all(requests)
      await product.startAgain()
    }

    const isGreeting = (text: string) => text.startsWith('Hi, this is Nerdify.')
    for (const [phone, acknowledged] of greeted) {
      if (acknowledged) await eventually(async () => (await wordsTo(phone)).some(isGreeting))
    }
    const { rows } = await product.readData((queries) =>
      sql<{ template: string; status: string; count: number }>`
          select template, status, count(*)::int as count from outbox group by template, status`.execute(queries),
    )
    const ofCodes = rows
      .filter(({ template }) => template === 'sign-in-code')
      .reduce((sum, { count }) => sum + count, 0)
    let [greetings, codes] = [0, 0]
    for (const phone of greeted.keys()) {
      const texts = await wordsTo(phone)
      const [hellos, sent] = [texts.filter(isGreeting).length, texts.filter((text) => /#\d{5}$/.test(text)).length]
      expect(hellos).toBeLessThanOrEqual(1)
      expect(sent).toBeLessThanOrEqual(1)
      greetings += hellos
      codes += sent
    }
    // An acknowledged code is in the outbox, in any state.
    expect(ofCodes).toBeGreaterThanOrEqual([...coded.values()].filter(Boolean).length)
    expect(rows.filter(({ template }) => template === 'text-back').every(({ status }) => status === 'sent')).toBe(true)
    console.log(
      `PROOF ${JSON.stringify({ name: 'kills while messages leave', requirement: 'MSG-05', runs: kills, outcome: `${greetings} texts arrived once, ${codes} codes at most once` })}`,
    )
  }))
