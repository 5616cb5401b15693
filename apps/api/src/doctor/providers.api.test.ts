import { generateKeyPairSync } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { stripeCards } from '../adapters/cards-stripe.ts'
import { smtpMail } from '../adapters/mail-smtp.ts'
import { twilioSms } from '../adapters/sms-twilio.ts'
import { cardEventTypes } from '../card-events/card-event-types.ts'
import type { Settings } from '../settings.ts'
import { newAuthority } from '../testing/certificates.ts'
import { testProduct } from '../testing/running-product.ts'
import { freePort } from '../testing/sandbox-process.ts'
import { startMailServer } from '../testing/servers/mail-server.ts'
import { startNameServer } from '../testing/servers/name-server.ts'
import { checksOf } from './checks.ts'
import { examine } from './examine.ts'

const authority = newAuthority()
const trusted = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...trusted, authority.cert]))
afterAll(() => setDefaultCACertificates(trusted))

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

/** One finding with these settings: true, or the fault. */
async function found(name: string, change: Partial<Settings>, { dns = '127.0.0.1:1', limitMs = 15_000 } = {}) {
  const { settings: own, database } = await testProduct()
  const settings = { ...own, ...change }
  const mail = smtpMail(settings.smtp)
  endings.push(() => mail.close())
  const resolver = new Resolver()
  resolver.setServers([dns])
  endings.push(() => resolver.cancel())
  const checks = checksOf({
    settings,
    cards: stripeCards(settings.stripe),
    sms: twilioSms(settings.sms),
    mail,
    scanner: undefined,
    database: async () => database,
    files: () => Promise.reject(new Error('This test does not check the bucket')),
    resolveTxt: (record) => resolver.resolveTxt(record),
  })
  const [finding] = await examine(
    checks.filter((check) => check.name === name),
    limitMs,
  )
  return finding?.well || finding?.text
}

const webhooks = ['card events', 'texts to us']

/** The address of a server with this listener. */
async function answering(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  endings.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('[GO-06] the webhooks accept the providers’ signatures, and the check leaves no trace', async () => {
  const { product } = await testProduct()
  const rows = async () =>
    Promise.all(
      (['card_event', 'text_received'] as const).map((table) =>
        product.queries
          .selectFrom(table)
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirstOrThrow(),
      ),
    )
  const before = await rows()
  for (const name of webhooks) expect([name, await found(name, {})]).toEqual([name, true])
  expect(await rows()).toEqual(before)
})

test('[GO-06] reports a webhook with another secret, a login before it, no answer or no check', async () => {
  const { settings } = await testProduct()
  const login = await answering((_request, response) => void response.writeHead(302, { location: '/login' }).end())
  const takesAll = await answering((_request, response) => void response.end())
  const mute = await answering(() => undefined)
  const nobody = `http://127.0.0.1:${await freePort()}`
  const others = {
    stripe: { ...settings.stripe, webhookSecret: 'whsec_other' },
    sms: { ...settings.sms, authToken: 'another token' },
  }
  for (const name of webhooks) {
    expect(await found(name, others)).toMatch(/answers 400 to a signed call.*(STRIPE_WEBHOOK_SECRET|SMS_AUTH_TOKEN)/)
    expect(await found(name, { publicUrl: login })).toMatch(/answers 302 .*not 400.*without a login/)
    expect(await found(name, { publicUrl: takesAll })).toMatch(/takes a call with a wrong signature/)
    expect(await found(name, { publicUrl: mute }, { limitMs: 200 })).toMatch(/no answer within 0.2 s/)
    expect(await found(name, { publicUrl: nobody })).toBe(true)
  }
})

/** The site of the checks of our accounts. */
const site = 'https://nerdify.example'
const ourEvents = `${site}/webhooks/stripe`
const ourTexts = `${site}/webhooks/sms`

/** A provider that answers each path with one JSON body; 404 for others. */
const providing = (answers: Readonly<Record<string, object>>, status = 200) =>
  answering((request, response) => {
    const answer = answers[new URL(request.url ?? '/', site).pathname]
    response.writeHead(answer === undefined ? 404 : status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? {}))
  })

const account = { object: 'account', charges_enabled: true }
const webhook = { object: 'webhook_endpoint', url: ourEvents, status: 'enabled', enabled_events: ['*'] }
const otherEvents = ['charge.refunded', 'invoice.paid', 'customer.subscription.updated']

test.each<[string, object, object[], true | RegExp]>([
  ['has all it needs', account, [{ ...webhook, url: `${site}/other` }, webhook], true],
  ['has our events one by one', account, [{ ...webhook, enabled_events: [...cardEventTypes] }], true],
  ['may not charge yet', { ...account, charges_enabled: false }, [webhook], /not take payments yet.*Complete/],
  ['has no webhook', account, [], /no webhook to https:.*docs\/going-live/],
  ['calls another address', account, [{ ...webhook, url: `${ourEvents}/` }], /no webhook to https:/],
  ['stopped calling us', account, [{ ...webhook, status: 'disabled' }], /switched off/],
  [
    'lacks events',
    account,
    [{ ...webhook, enabled_events: otherEvents }],
    /lacks checkout\.session\.completed.*refund/,
  ],
])('[GO-06] the card account %s', async (_case, ours, data, says) => {
  const { settings } = await testProduct()
  const apiBase = await providing({
    '/v1/account': ours,
    '/v1/webhook_endpoints': { object: 'list', data, has_more: false },
  })
  const change = { production: true, publicUrl: site, stripe: { ...settings.stripe, apiBase } }
  const finding = await found('card account', change)
  expect(finding).toEqual(says === true ? true : expect.stringMatching(says))
})

test('[GO-06] the card account: a key without the right to read it is no fault', async () => {
  const { settings } = await testProduct()
  const refusal = { error: { type: 'invalid_request_error', message: 'The key has no permission.' } }
  const apiBase = await providing({ '/v1/account': refusal }, 403)
  expect(await found('card account', { production: true, stripe: { ...settings.stripe, apiBase } })).toBe(true)
})

const ourNumber = {
  capabilities: { sms: true, mms: true },
  sms_url: ourTexts,
  sms_method: 'POST',
  sms_application_sid: '',
}

test.each<[string, { type?: string; number?: object; lacks?: string }, true | RegExp]>([
  ['has all it needs', {}, true],
  ['is a trial', { type: 'Trial' }, /trial account.*upgrade/],
  ['lacks a number', { lacks: '+61480000106' }, /not have the number \+61480000106/],
  ['has a number without texts', { number: { capabilities: { sms: false } } }, /\+15005550006 cannot text/],
  ['sends texts elsewhere', { number: { sms_url: 'https://demo.twilio.com/welcome/sms/reply' } }, /do not go to/],
  ['sends texts by GET', { number: { sms_method: 'GET' } }, /do not go to .* by POST.*webhook/],
  ['sends texts to an application', { number: { sms_application_sid: 'AP1' } }, /do not go to/],
])('[GO-06] the text account %s', async (_case, { type = 'Full', number, lacks }, says) => {
  const { settings } = await testProduct()
  const from = { US: '+15005550006', CA: '+16135550106', AU: '+61480000106' }
  const apiBase = await answering((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', site)
    const phone_number = searchParams.get('PhoneNumber')
    const numbers = phone_number === lacks ? [] : [{ ...ourNumber, ...number, phone_number }]
    const isAccount = pathname === '/2010-04-01/Accounts/AC1.json'
    response.end(JSON.stringify(isAccount ? { type, status: 'active' } : { incoming_phone_numbers: numbers }))
  })
  const sms = { ...settings.sms, apiBase, accountSid: 'AC1', from }
  const finding = await found('text account', { production: true, publicUrl: site, sms })
  expect(finding).toEqual(says === true ? true : expect.stringMatching(says))
})

test('[GO-06][SBX-01] the sandbox’s accounts have all that the product needs', async () => {
  const { settings } = await testProduct()
  const { port } = new URL(settings.publicUrl)
  for (const [name, host] of [
    ['card account', '127.0.0.1'],
    ['text account', 'localhost'],
  ] as const) {
    expect(await found(name, { production: true, publicUrl: `http://${host}:${port}` })).toBe(true)
  }
})

test('[GO-06] reports a mail server without STARTTLS, with a wrong certificate or password, or mute', async () => {
  const { settings } = await testProduct()
  const foundAt = async (options: Parameters<typeof startMailServer>[0], limitMs?: number) => {
    const server = await startMailServer({ password: 'right', ...options })
    endings.push(() => server.end())
    const smtp = { ...settings.smtp, host: 'localhost', port: server.port, user: 'nerdify', password: 'right' }
    return found('mail', { smtp }, limitMs === undefined ? {} : { limitMs })
  }
  const certificate = authority.issue('localhost', 60)
  expect(await foundAt({ certificate })).toBe(true)
  expect(await foundAt({})).toMatch(/STARTTLS.*SMTP_HOST/)
  expect(await foundAt({ certificate: authority.issue('localhost', -1) })).toMatch(/certificate has expired/)
  expect(await foundAt({ certificate, password: 'other' })).toMatch(/535.*SMTP_PASSWORD/)
  expect(await foundAt({ hangs: true }, 500)).toMatch(/no answer within 0.5 s/)
})

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicKey = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const published = {
  'nerdify.example': ['v=spf1 include:relay.example -all', 'site-verification=1'],
  's1._domainkey.nerdify.example': [`v=DKIM1; k=rsa; p=${publicKey}`],
  '_dmarc.nerdify.example': ['v=DMARC1; p=quarantine'],
}

test.each<[string, Record<string, string[]>, true | RegExp]>([
  ['all three are published', {}, true],
  ['there is no SPF', { 'nerdify.example': [] }, /has 0 SPF records/],
  ['there are two of SPF', { 'nerdify.example': ['v=spf1 -all', 'v=spf1 mx -all'] }, /has 2 SPF records/],
  ['SPF lets everybody send', { 'nerdify.example': ['v=spf1 +all'] }, /lets everybody send/],
  ['there is no DKIM', { 's1._domainkey.nerdify.example': [] }, /no DKIM record/],
  ['DKIM has another key', { 's1._domainkey.nerdify.example': ['v=DKIM1; p=MIIB'] }, /another key/],
  ['there is no DMARC', { '_dmarc.nerdify.example': ['hello'] }, /no DMARC record.*DNS/],
])('[GO-06] mail records: %s', async (_case, changed, says) => {
  const { settings } = await testProduct()
  const server = await startNameServer({ ...published, ...changed })
  endings.push(() => server.end())
  const smtp = {
    ...settings.smtp,
    from: 'Nerdify <hello@nerdify.example>',
    dkim: {
      domain: 'nerdify.example',
      selector: 's1',
      privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
  }
  const finding = await found('mail records', { production: true, smtp }, { dns: server.address })
  expect(finding).toEqual(says === true ? true : expect.stringMatching(says))
})

test('[GO-06] mail records: DMARC may be above, a foreign signature and a mute server are reported', async () => {
  const { settings } = await testProduct()
  const privateKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const server = await startNameServer({
    ...published,
    'mail.nerdify.example': ['v=spf1 -all'],
    's1._domainkey.relay.example': [`p=${publicKey}`],
  })
  endings.push(() => server.end())
  const smtp = { ...settings.smtp, from: 'hello@mail.nerdify.example', dkim: undefined }
  const at = { dns: server.address }
  expect(await found('mail records', { production: true, smtp }, at)).toBe(true)
  const foreign = { ...smtp, dkim: { domain: 'relay.example', selector: 's1', privateKey } }
  expect(await found('mail records', { production: true, smtp: foreign }, at)).toMatch(/does not count for DMARC/)
  const mute = await startNameServer({}, true)
  endings.push(() => mute.end())
  expect(await found('mail records', { production: true, smtp }, { dns: mute.address, limitMs: 200 })).toMatch(
    /no answer within 0.2 s/,
  )
})
