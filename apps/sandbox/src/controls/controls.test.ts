import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { groupedNumber, testCards } from '../cards/test-cards.ts'
import { mailFailures } from '../messages/mail-server.ts'
import { phoneEndings } from '../messages/phone-endings.ts'
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts'

describe('with the controls on', () => {
  let sandbox: TestSandbox
  beforeAll(async () => {
    const person = { phone: '+14155550101', email: 'dana@example.com', who: 'has orders' }
    sandbox = await startTestSandbox({ SANDBOX_PEOPLE: JSON.stringify([person]) })
  })
  afterAll(() => sandbox.close())

  test('[SBX-01][PUB-05] shows addresses, test cards, phone endings and mail names on the front page', async () => {
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
    expect(await (await fetch(`${sandbox.url}/messenger`)).text()).toContain('<h1>Messenger</h1>')
  })

  test('[SBX-04][SBX-02] lists the product and its people first, each with their mailbox; addresses last', async () => {
    const page = await (await fetch(`${sandbox.url}/`)).text()
    const places = [
      'href="http://localhost:3000">Open Nerdify',
      'href="/mailbox?to=%2B14155550101"',
      'Test cards',
      'Addresses</h2>',
    ].map((part) => page.indexOf(part))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(places).not.toContain(-1)
    expect(page).toContain('dana@example.com has orders')
  })

  test('[SBX-01] a button of the front page sets its switch and returns to the page, which shows it', async () => {
    const response = await fetch(`${sandbox.url}/_sandbox/webhooks`, {
      method: 'POST',
      headers: { accept: 'text/html,application/xhtml+xml' },
      body: new URLSearchParams({ drop: 'true' }),
      redirect: 'manual',
    })
    expect(response).toMatchObject({ status: 303 })
    expect(response.headers.get('location')).toBe('/#controls')
    expect(await (await fetch(`${sandbox.url}/`)).text()).toContain('<dd>dropped</dd>')
    await sandbox.control('webhooks')
  })

  test.each([
    ['advance', {}, 'seconds'],
    ['advance', { seconds: -1 }, 'must be >= 1'],
    ['webhooks', { dorp: true }, 'additional properties'],
    ['faults', { provider: 'cards', fault: 'explode' }, 'allowed values'],
  ])('[SBX-01] %s with %o is refused in a sentence', async (path, body, words) => {
    const { status, json } = await sandbox.control(path, body)
    expect(status).toBe(400)
    expect(json['error']).toContain(words)
  })

  test.each([
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['of another port', { 'sec-fetch-site': 'same-site' }],
    ['of a browser without Sec-Fetch', { origin: 'https://evil.example' }],
    ['without an origin', { origin: 'null' }],
  ])('[SBX-05] a page %s cannot use the controls, the mailbox or the card page', async (_, headers) => {
    for (const path of ['/_sandbox/faults/clear', '/mailbox/replies', '/c/pay/cs_test_1']) {
      const { status } = await fetch(sandbox.url + path, { method: 'POST', headers: headers as Record<string, string> })
      expect({ path, status }).toEqual({ path, status: 403 })
    }
  })

  test('[SBX-05] a foreign host name reads nothing; localhost and its own pages work', async () => {
    const { port } = new URL(sandbox.url)
    const statusFor = (host: string, method = 'GET', headers = {}) =>
      new Promise<number | undefined>((resolve, reject) => {
        const path = method === 'GET' ? '/mailbox/messages.json' : '/_sandbox/faults/clear'
        request({ host: '127.0.0.1', port, method, path, headers: { host, ...headers } }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
          .on('error', reject)
          .end()
      })
    for (const name of [
      `evil.example:${port}`,
      'evil.example',
      `localhost.evil.example:${port}`,
      `127.0.0.1.nip.io:${port}`,
    ])
      expect({ name, status: await statusFor(name) }).toEqual({ name, status: 403 })
    for (const name of [
      `localhost:${port}`,
      `LOCALHOST:${port}`,
      `nerdify.localhost:${port}`,
      `[::1]:${port}`,
      '10.0.0.7',
    ])
      expect({ name, status: await statusFor(name) }).toEqual({ name, status: 200 })
    const ours = { origin: `http://localhost:${port}` }
    expect(await statusFor(`localhost:${port}`, 'POST', ours)).toBe(200)
    expect(await statusFor(`localhost:${port}`, 'POST', { ...ours, 'sec-fetch-site': 'same-origin' })).toBe(200)
  })

  test('[SBX-01] answers an unknown control with an error', async () => {
    const steer = `${sandbox.url}/_sandbox/faults/clear`
    expect((await fetch(`${sandbox.url}/none`)).status).toBe(404)
    expect((await fetch(`${sandbox.url}/mailbox`, { method: 'POST' })).status).toBe(404)
    const large = { method: 'POST', body: new URLSearchParams({ x: 'x'.repeat(2 * 1024 * 1024) }) }
    const status = fetch(steer, large).then((response) => response.status)
    expect([413, 'cut off']).toContain(await status.catch(() => 'cut off'))
  })
})

test('[SBX-01] without controls their addresses are unknown, and the front page omits them', async () => {
  const sandbox = await startTestSandbox({ SANDBOX_TEST_CONTROLS: 'off' })
  try {
    expect((await fetch(`${sandbox.url}/_sandbox/faults/clear`, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${sandbox.url}/_sandbox/idle`)).status).toBe(404)
    expect(await (await fetch(`${sandbox.url}/`)).text()).not.toContain('/_sandbox/')
  } finally {
    await sandbox.close()
  }
})
