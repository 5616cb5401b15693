import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { countWaits } from '@nerdify/domain/orders/order-waits.ts'
import { dayFigures } from './books/day-figures.ts'
import { backupAge } from './database/noted-backups.ts'
import type { App } from './http/app-type.ts'
import { messagesWaiting } from './inbox/messages-waiting.ts'
import { stuckWork } from './inbox/stuck-work.ts'
import { companyTime, waitingNow } from './orders/waiting-now.ts'
import { outboxBacklog } from './outbox/kept-messages.ts'
import type { AppContext } from './app-context.ts'

/**
 * Sets the gauges from the database. Without a database it sets only `nerdify_database_up`: the scrape still answers.
 */
export async function readGauges({ metrics, queries, clock, settings }: AppContext): Promise<void> {
  const { outboxMessages, waiting, waitingLate, ledgerEntries, ledgerCents } = metrics
  for (const gauge of [outboxMessages, waiting, waitingLate, ledgerEntries, ledgerCents]) gauge.reset()
  metrics.outboxOldestSeconds.remove()
  metrics.backupAgeSeconds.remove()
  metrics.databaseUp.set(0)

  const now = clock.now()
  const backlog = await outboxBacklog(queries, now).catch(() => undefined)
  if (backlog === undefined) return
  metrics.databaseUp.set(1)
  for (const { status, count } of backlog.counts) metrics.outboxMessages.set({ status }, count)
  metrics.outboxOldestSeconds.set(backlog.oldestSeconds)

  const time = companyTime(settings, now)
  const waits = [
    ...(await waitingNow(queries, time)),
    ...(await messagesWaiting(queries, time)),
    ...(await stuckWork(queries, time)),
  ]
  for (const { kind, open, late } of countWaits(waits)) {
    metrics.waiting.set({ kind }, open)
    metrics.waitingLate.set({ kind }, late)
  }
  const age = await backupAge(queries, settings, now)
  if (age !== undefined) metrics.backupAgeSeconds.set(age.ms / 1000)

  const day = await dayFigures(queries, now)
  metrics.ordersPlaced.set(day.placed)
  for (const { kind, count, cents } of day.entries) {
    ledgerEntries.set({ kind }, Number(count))
    ledgerCents.set({ kind }, cents)
  }
}

const streams: readonly string[] = [apiPaths.orderStream(), opsPaths.stream()]

/**
 * Counts every answer but those to health checks, and serves `/metrics` in Prometheus' text form to holders of
 * operations' token (OPS-03).
 */
export function metricsRoutes(app: App, product: AppContext): void {
  const { metrics } = product
  app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    const { url: route = 'none' } = routeOptions
    // The proxy sends one each second; they would dilute the shares of failed and slow requests (GO-05).
    if (route === apiPaths.healthz()) return done()
    metrics.requests.inc({ method, route, status: reply.statusCode })
    // A stream stays open as long as its reader does: its duration is no response time.
    if (!streams.includes(route)) metrics.requestSeconds.observe({ method, route }, reply.elapsedTime / 1000)
    done()
  })

  app.get(
    apiPaths.metrics(),
    { config: { who: 'operations' }, schema: { hide: true }, logLevel: 'warn' },
    async (_request, reply) => {
      await readGauges(product)
      return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
    },
  )
}
