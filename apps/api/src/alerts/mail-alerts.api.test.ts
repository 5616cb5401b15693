import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deadlineFromHours } from '@nerdify/domain/pricing/deadlines.ts'
import { databaseChecks } from '../doctor/database-checks.ts'
import { examine } from '../doctor/examine.ts'
import { createMetrics } from '../metrics.ts'
import { bookCardPayment } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { signedInPerson } from '../testing/test-client.ts'
import { alertRules, alertsNow, countsOf, type Sample, withSample } from './alert-conditions.ts'
import { mailAlerts, newAlertWatch } from './mail-alerts.ts'

const minuteMs = 60_000
const allWell = { oldestMessageSeconds: 0, newlyDead: 0, longestLateMs: 0, backupSeconds: 0 }

test('[GO-05] each mailed alert is a rule for Prometheus with the same threshold and summary', () => {
  const rules = readFileSync(new URL('../../../../docs/alerts.yml', import.meta.url), 'utf8')
  for (const [name, { summary, above }] of Object.entries(alertRules)) {
    const rule = rules.split('- alert: ').find((text) => text.startsWith(`${name}\n`))
    expect([name, rule?.split('\n').find((line) => line.includes('expr:'))]).toEqual([
      name,
      expect.stringMatching(new RegExp(` > ${above}$`)),
    ])
    expect([name, rule]).toEqual([name, expect.stringMatching(new RegExp(`summary: '?${summary}`))])
  }
})

test('[GO-05] a process raises alerts for its own requests’ failures and for failed rounds', async () => {
  const metrics = createMetrics()
  let samples: Sample[] = []
  const alertsAt = async (minute: number) => {
    samples = withSample(samples, { at: minute * minuteMs, ...(await countsOf(metrics)) })
    return alertsNow(samples, allWell)
  }
  const request = (status: number, seconds: number, times: number) => {
    const labels = { method: 'GET', route: '/api/v3/orders' }
    metrics.requests.inc({ ...labels, status }, times)
    for (let time = 0; time < times; time += 1) metrics.requestSeconds.observe(labels, seconds)
  }
  request(500, 20, 5)
  expect(await alertsAt(0)).toEqual([])
  request(200, 0.1, 198)
  request(503, 0.1, 2)
  expect(await alertsAt(1)).toEqual([])
  request(500, 0.1, 1)
  expect(await alertsAt(2)).toEqual(['Errors'])
  expect(await alertsAt(8)).toEqual([])
  request(200, 1.5, 30)
  metrics.backgroundFailures.inc({ round: 'mails' }, 6)
  expect(await alertsAt(9)).toEqual(['Slow', 'BackgroundWorkFails'])
  expect(await alertsAt(25)).toEqual([])
  expect(alertsNow([], { ...allWell, backupSeconds: 36 * 3600 + 1 })).toEqual(['BackupOld'])
})

test('[GO-05] two processes mail support once an hour while rounds fail, and once afterwards', async () => {
  const { product, clock } = await testProduct()
  const { queries } = product
  const mails = async () => {
    const sent = await queries
      .selectFrom('outbox')
      .select(['template', 'variables'])
      .where('template', 'in', ['alert', 'alert-over'])
      .orderBy('id')
      .execute()
    return sent
      .filter(({ variables }) => JSON.stringify(variables).includes('BackgroundWorkFails'))
      .map(({ template }) => template)
  }
  const processes = [newAlertWatch(), newAlertWatch()]
  const round = () => Promise.all(processes.map((watch) => mailAlerts(product, watch)))
  const failFor = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed += 4) {
      product.metrics.backgroundFailures.inc({ round: 'mails' }, 6)
      await round()
      clock.advance(4 * minuteMs)
    }
  }
  try {
    await round()
    await failFor(56)
    expect(await mails()).toEqual(['alert'])
    await failFor(16)
    expect(await mails()).toEqual(['alert', 'alert'])
    clock.advance(16 * minuteMs)
    await round()
    await round()
    expect(await mails()).toEqual(['alert', 'alert', 'alert-over'])
  } finally {
    await queries.deleteFrom('alert').execute()
    clock.reset()
  }
})

test('[GO-05][GO-06] the metrics, a mail and the doctor report forty late orders', async () => {
  const { product, clock, database } = await testProduct()
  const { queries, settings } = product
  const person = await signedInPerson()
  const deadline = new Date(deadlineFromHours(clock.now(), 12)).toISOString()
  for (let count = 0; count < 40; count += 1) await bookCardPayment(person, await person.order({ deadline }), 4800)
  try {
    clock.advance(3 * 24 * 60 * minuteMs)
    await mailAlerts(product, newAlertWatch())
    const alerts = await queries.selectFrom('alert').select('name').execute()
    expect(alerts.map(({ name }) => name)).toContain('ClientsWait')
    const checks = databaseChecks({ settings, database: async () => database }, clock)
    const [finding] = await examine(checks.filter(({ name }) => name === 'promises'))
    const late = Number(/^Late promises to clients: (\d+)/.exec(finding?.text ?? '')?.[1])
    expect([finding?.well, late]).toEqual([false, expect.toSatisfy((number: number) => number >= 40)])
  } finally {
    await queries.deleteFrom('alert').execute()
    clock.reset()
  }
})
