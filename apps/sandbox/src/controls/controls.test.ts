import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { groupedNumber, testCards } from '../cards/test-cards.ts'
import { mailFailures } from '../messages/mail-server.ts'
import { phoneEndings } from '../messages/phone-endings.ts'
import { paidCheckout } from '../testing/paying.ts'
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts'

describe('with the controls on', () => {
  let sandbox: TestSandbox
  beforeAll(async () => {
    sandbox = await startTestSandbox()
  })
  afterAll(() => sandbox.close())

  test('[SBX-01] the front page lists the addresses, test cards, phone endings and mail names, and leads to the mailbox', async () => {
    const page = await (await fetch(`${sandbox.url}/`)).text()
    for (const card of testCards) expect(page).toContain(groupedNumber(card))
    for (const { ending, outcome } of phoneEndings) {
      expect(page).toContain(`${ending.slice(0, 3)} ${ending.slice(3)}`)
      expect(page).toContain(outcome)
    }
    for (const { name } of mailFailures) expect(page).toContain(`${name}@`)
    expect(page).toContain(`${sandbox.url}/v1/`)
    expect(page).toContain(`127.0.0.1:${sandbox.smtp}`)
    expect(page).toContain(sandbox.receiver.url)
    expect(page).toContain('href="/mailbox"')
  })

  test('[SBX-01][PUB-05] a page stands where the chat opens', async () => {
    const answer = await fetch(`${sandbox.url}/messenger`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('<h1>Messenger</h1>')
  })

  test('[SBX-01] a button of the front page sets its switch and comes back to the page, which shows it', async () => {
    const response = await fetch(`${sandbox.url}/_sandbox/webhooks`, {
      method: 'POST',
      headers: { accept: 'text/html,application/xhtml+xml' },
      body: new URLSearchParams({ drop: 'true' }),
      redirect: 'manual',
    })
    expect(response).toMatchObject({ status: 303 })
    expect(response.headers.get('location')).toBe('/#controls')
    expect(await (await fetch(`${sandbox.url}/`)).text()).toContain('<dd>dropped</dd>')
  })

  test('[SBX-01] reset empties everything: objects, messages, keys, switches and the moved clock', async () => {
    await sandbox.control('advance', { seconds: 86_400 })
    await sandbox.stripe.customers.create({ email: 'dana@example.com' }, { idempotencyKey: 'customer' })
    await paidCheckout(sandbox, 900)
    expect((await sandbox.control('reset')).json).toEqual({ reset: true })
    expect((await sandbox.stripe.events.list()).data).toEqual([])
    expect(await sandbox.deliveries()).toEqual([])
    const again = await sandbox.stripe.customers.create({}, { idempotencyKey: 'customer' })
    expect(Math.abs(again.created - Date.now() / 1000)).toBeLessThan(60)
    await sandbox.idle()
    expect(await sandbox.deliveries()).toMatchObject([{ state: 'delivered' }])
  })

  test('[SBX-01] idle says so after its time when something stays pending', async () => {
    sandbox.receiver.status = 500
    await sandbox.stripe.customers.create({})
    const response = await fetch(`${sandbox.url}/_sandbox/idle?timeout_ms=20`)
    expect(response.status).toBe(504)
    expect(await response.json()).toEqual({ idle: false, pending: 1 })
    sandbox.receiver.status = 200
    await sandbox.control('reset')
  })

  test.each([
    ['advance', {}, 'seconds'],
    ['advance', { seconds: -1 }, 'greater than or equal to 1'],
    ['webhooks', { dorp: true }, 'dorp'],
    ['faults', { provider: 'cards', fault: 'explode' }, 'must be one of'],
  ])('[SBX-01] %s with %o is refused in a sentence', async (path, body, words) => {
    const { status, json } = await sandbox.control(path, body)
    expect(status).toBe(400)
    expect(json['error']).toContain(words)
  })

  test('[SBX-01] pages of other websites cannot use the controls', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    const response = await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST', headers })
    expect(response.status).toBe(403)
  })

  test('[SBX-01] a path or a method that does not exist is told', async () => {
    expect((await fetch(`${sandbox.url}/none`)).status).toBe(404)
    expect((await fetch(`${sandbox.url}/mailbox`, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${sandbox.url}/mailbox`, { method: 'HEAD' })).status).toBe(200)
    const large = { method: 'POST', body: new URLSearchParams({ x: 'x'.repeat(2 * 1024 * 1024) }) }
    const status = fetch(`${sandbox.url}/_sandbox/reset`, large).then((response) => response.status)
    expect([413, 'cut off']).toContain(await status.catch(() => 'cut off'))
  })
})

test('[SBX-01] with the controls off they do not exist, and the front page does not show them', async () => {
  const sandbox = await startTestSandbox({ SANDBOX_TEST_CONTROLS: 'off' })
  try {
    expect((await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${sandbox.url}/_sandbox/idle`)).status).toBe(404)
    expect(await (await fetch(`${sandbox.url}/`)).text()).not.toContain('/_sandbox/')
  } finally {
    await sandbox.close()
  }
})
