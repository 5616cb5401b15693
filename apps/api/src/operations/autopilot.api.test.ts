import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OrderFile } from '@nerdify/contract/files.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { change, readOrder } from '../testing/coupon-calls.ts'
import { operate, personWithPaidOrder, registeredNerd } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { startProcess } from '../testing/sandbox-process.ts'
import { eventually } from '../testing/test-client.ts'

test('[OPS-02][WAIT-06] the sandbox’s autopilot delivers a paid order with its extras, and its revision', async () => {
  const { url, product } = await testProduct()
  // It processes every paid order; exclude those of other tests.
  await sql`update client_order set tags = array_append(tags, 'autopilot_off')`.execute(product.queries)
  // Its usual Nerd is the one of that name in the register.
  await sql`update nerd set name = name || ' ' || id where name = 'Ada'`.execute(product.queries)
  await registeredNerd('Ada')
  const { person, order } = await personWithPaidOrder()
  // A purchased service that the delivery requires (WAIT-06), with its extras.
  const bought = { list_cents: 800, price_cents: 800, free_reason: null, added: true, paid: true, refunded: false }
  const services = JSON.stringify({ adv_plagreport: bought, draft_needed: bought })
  await product.queries.updateTable('client_order').set({ services }).where('id', '=', order.id).execute()
  const paused = await personWithPaidOrder()
  await operate('PATCH', `/orders/${paused.order.id}`, { tags_add: ['autopilot_off'] })
  const dataDir = mkdtempSync(join(tmpdir(), 'nerdify-autopilot-'))
  const sandbox = await startProcess('apps/sandbox/src/main.ts', {
    SANDBOX_PORT: '0',
    SANDBOX_SMTP_PORT: '0',
    DATA_DIR: dataDir,
    AUTOPILOT: 'on',
    AUTOPILOT_STEP_MS: '50',
    OPERATIONS_URL: `${url}/api/ops`,
  })
  try {
    const reaches = (status: string) =>
      eventually(async () => (await readOrder(person, order)).client_status === status)
    await reaches('Sent')
    await change(person, order, { action: 'request_revision', note: 'Two sources more, please' })
    await reaches('Revision sent')
    const files = await person.send<OrderFile[]>('GET', `/api/v3/orders/${order.id}/files`)
    expect(files.body.map(({ type, name }) => [type, name])).toEqual([
      ['file_final_draft', `order-${order.number}.pdf`],
      ['file_draft_paper', `order-${order.number}-draft.pdf`],
      ['plagiarism_report', `order-${order.number}-plagiarism-report.pdf`],
      ['file_final_draft', `order-${order.number}-revised.pdf`],
      ['plagiarism_report', `order-${order.number}-revised-plagiarism-report.pdf`],
    ])
    expect((await readOrder(paused.person, paused.order)).client_status).toBe('In progress')
  } finally {
    expect(await sandbox.end()).toBe(0)
    rmSync(dataDir, { recursive: true, force: true })
  }
})
