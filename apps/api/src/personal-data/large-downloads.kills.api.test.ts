import type { MyData } from '@nerdify/contract/client.ts'
import { maxDetailsLength } from '@nerdify/domain/orders/task-description.ts'
import { expect, test } from 'vitest'
import { mostMemoryDuring, type ProductProcess, withProductProcess } from '../testing/product-process.ts'
import { proofSize } from '../testing/proof-size.ts'
import { sendTo, signInByCode } from '../testing/test-client.ts'

const mega = 1024 * 1024
const downloads = 8
const megabytes = proofSize({ embedded: { test: 5, prove: 50 } })

/** Creates orders with the longest text allowed; returns their number. */
async function fillAccount(product: ProductProcess, token: string): Promise<number> {
  const orders = Math.ceil((megabytes * mega) / maxDetailsLength)
  const details = 'All about the history of Rome. '.repeat(maxDetailsLength).slice(0, maxDetailsLength)
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let order = writer; order < orders; order += 8) {
      const body = { type: 'Quiz', title: `Order ${order}`, details }
      expect((await sendTo(product, 'POST', '/api/v3/orders', { token, body })).status).toBe(201)
    }
  })
  await Promise.all(writers)
  return orders
}

/** Downloads all data slowly; returns the number of bytes. */
async function download({ url }: ProductProcess, token: string): Promise<number> {
  const answer = await fetch(`${url}/api/v3/users/client/me/data`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(200)
  let bytes = 0
  for await (const chunk of answer.body ?? []) bytes += chunk.byteLength
  return bytes
}

test(`[SAFE-07][LAW-06] ${downloads} concurrent downloads of ${megabytes} MB keep memory bounded, and others are answered`, () =>
  withProductProcess(async (product) => {
    const token = await signInByCode(product, '+14155550101')
    const before = await sendTo<MyData>(product, 'GET', '/api/v3/users/client/me/data', { token })
    const orders = await fillAccount(product, token)
    const whole = await sendTo<MyData>(product, 'GET', '/api/v3/users/client/me/data', { token })
    const ids = whole.body.records.orders?.map(({ id }) => id) ?? []
    expect(new Set(ids).size).toBe(orders + (before.body.records.orders?.length ?? 0))
    const held = product.memory()
    let slowestMs = 0
    const most = await mostMemoryDuring(product, async () => {
      let isOver = false
      const leaving = Promise.all(Array.from({ length: downloads }, () => download(product, token))).finally(() => {
        isOver = true
      })
      while (!isOver) {
        const startedAt = performance.now()
        expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
        slowestMs = Math.max(slowestMs, performance.now() - startedAt)
      }
      for (const bytes of await leaving) expect(bytes).toBeGreaterThan(megabytes * mega)
    })
    const grown = Math.round((most - held) / mega)
    const outcome = `memory grew by ${grown} MB from ${Math.round(held / mega)} MB; the slowest of the others was answered in ${Math.round(slowestMs)} ms`
    console.log(
      `PROOF ${JSON.stringify({ name: `downloads of ${megabytes} MB at once`, requirement: 'SAFE-07', runs: downloads, outcome })}`,
    )
    expect(grown).toBeLessThan(250)
  }))
