import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { readSettings } from '../settings.ts'
import { usualLimitMs } from './examine.ts'
import { mailAbout, newWatch, pauseOfWatchMs } from './watch.ts'

const minuteMs = 60_000
const looks = (...wrong: string[]) =>
  ['clock', 'site', 'disk', 'mail'].map((name) => ({ name, well: !wrong.includes(name), text: `${name} text.` }))
const names = (findings: readonly { name: string }[]) => findings.map(({ name }) => name)

test('[GO-07] the watch mails a check that fails twice in a row, each hour while it does, and its end', () => {
  const watch = newWatch()
  const at = (minute: number, ...wrong: string[]) => {
    const news = watch.newsOf(looks(...wrong), minute * minuteMs)
    watch.noteMailed(news, minute * minuteMs)
    return names(news)
  }
  expect(at(0, 'clock')).toEqual([])
  expect(at(1)).toEqual([])
  expect(at(2, 'clock')).toEqual([])
  expect(at(3, 'clock', 'disk')).toEqual(['clock'])
  expect(at(4, 'clock', 'disk')).toEqual(['disk'])
  expect(at(62, 'clock', 'disk')).toEqual([])
  expect(at(63, 'clock')).toEqual(['clock', 'disk'])
  expect(at(64, 'clock')).toEqual([])
  expect(at(65)).toEqual(['clock'])
  expect(at(66)).toEqual([])
})

test('[GO-07] news whose mail was refused is mailed in the next round', () => {
  const watch = newWatch()
  const at = (minute: number, ...wrong: string[]) => watch.newsOf(looks(...wrong), minute * minuteMs)
  at(0, 'clock')
  expect(names(at(1, 'clock'))).toEqual(['clock'])
  const news = at(2, 'clock')
  expect(names(news)).toEqual(['clock'])
  watch.noteMailed(news, 2 * minuteMs)
  expect(at(3, 'clock')).toEqual([])
  expect(names(at(4))).toEqual(['clock'])
  const end = at(5)
  expect(names(end)).toEqual(['clock'])
  watch.noteMailed(end, 5 * minuteMs)
  expect(at(6)).toEqual([])
})

test('[GO-07] three rounds with their limits and two pauses take less than two minutes', () => {
  expect(3 * usualLimitMs + 2 * pauseOfWatchMs).toBeLessThan(2 * minuteMs)
})

test('[GO-07] the mail of the watch names each fault and its fix', () => {
  const wrong = [
    { name: 'clock', well: false, text: 'Our clock is 90 s behind. Let NTP set it.' },
    { name: 'site', well: true, text: 'It answers.' },
  ]
  const mail = mailAbout(wrong, readSettings({ SUPPORT_EMAIL: 'support@nerdify.example' }))
  expect(mail).toMatchObject({
    to: 'support@nerdify.example',
    subject: 'Nerdify is not well: clock; well again: site',
    text: expect.stringMatching(/✗ clock {2}Our clock is 90 s behind\. Let NTP set it\.\n✓ site {3}It answers\./),
  })
})

test('[GO-07] Prometheus reads the last round of the watch, by the name in a rule of docs/alerts.yml', async () => {
  const watch = newWatch()
  watch.newsOf(looks('disk'), 0)
  const server = watch.listen('127.0.0.1', 0)
  try {
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(text).toMatch(/^nerdify_look_well\{look="disk"\} 0$/m)
    expect(text).toMatch(/^nerdify_look_well\{look="clock"\} 1$/m)
    const rules = readFileSync(new URL('../../../../docs/alerts.yml', import.meta.url), 'utf8')
    expect(rules).toContain('expr: nerdify_look_well == 0')
  } finally {
    server.close()
  }
})
