import { monitorEventLoopDelay } from 'node:perf_hooks'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { type Wait, type WaitKind, waitKinds } from '@nerdify/domain/orders/order-waits.ts'
import type { FastifyRequest } from 'fastify'
import type { App } from './http/app-type.ts'
import { messagesWaiting } from './inbox/messages-waiting.ts'
import { waitingNow } from './orders/waiting-now.ts'
import { outboxBacklog } from './outbox/kept-messages.ts'
import type { Product } from './product.ts'

const nanosecondsOfSecond = 1e9

/** How many wait for one kind of thing, and how many of them were promised it earlier (WAIT-08). */
function countsOf(kind: WaitKind, queue: readonly Wait[]) {
  const waiting = queue.filter((wait) => wait.kind === kind)
  const labels = { kind }
  return [
    { name: 'nerdify_waiting' as const, labels, value: waiting.length },
    { name: 'nerdify_waiting_late' as const, labels, value: waiting.filter(({ late }) => late).length },
  ]
}

/**
 * Counts every answer, and tells what was counted at `/metrics` in Prometheus' text form, to whoever has operations' token
 * (OPS-03). Routes are told by their patterns, so that no key, number or address of anybody gets into a label.
 */
export function metricsRoutes(app: App, product: Product): void {
  const { metrics } = product
  const lag = monitorEventLoopDelay({ resolution: 20 })
  lag.enable()
  app.addHook('onClose', async () => {
    lag.disable()
  })

  const told = new Map<string, (seconds: number) => void>()
  const tellOf = ({ method, routeOptions }: FastifyRequest, status: number): ((seconds: number) => void) => {
    const labels = { method, route: routeOptions.url ?? 'none' }
    const count = metrics.counter('nerdify_http_requests_total', { ...labels, status })
    // How long a stream was open says nothing of how quick we are.
    if (labels.route === apiPaths.orderStream()) return () => count()
    const observe = metrics.histogram('nerdify_http_request_seconds', labels)
    return (seconds) => {
      count()
      observe(seconds)
    }
  }
  app.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode
    const { url = 'none' } = request.routeOptions
    const key = `${request.method} ${url} ${status}`
    let tell = told.get(key)
    if (tell === undefined) told.set(key, (tell = tellOf(request, status)))
    tell(reply.elapsedTime / 1000)
    done()
  })

  app.get(
    apiPaths.metrics(),
    { config: { who: 'operations' }, schema: { hide: true }, logLevel: 'warn' },
    async (_request, reply) => {
      // Whoever looks because the database is gone is to be answered all the same.
      const now = product.clock.now()
      const backlog = await outboxBacklog(product.queries, now).catch(() => undefined)
      const time = { now, zone: product.settings.companyZone }
      const queue = backlog && [
        ...(await waitingNow(product.queries, time)),
        ...(await messagesWaiting(product.queries, time)),
      ]
      const { user, system } = process.cpuUsage()
      const text = metrics.render([
        { name: 'nerdify_database_up', value: backlog === undefined ? 0 : 1 },
        ...(backlog?.counts ?? []).map(({ status, count }) => ({
          name: 'nerdify_outbox_messages' as const,
          labels: { status },
          value: count,
        })),
        ...(backlog === undefined
          ? []
          : [{ name: 'nerdify_outbox_oldest_seconds' as const, value: backlog.oldestSeconds }]),
        ...(queue === undefined ? [] : waitKinds.flatMap((kind) => countsOf(kind, queue))),
        { name: 'process_resident_memory_bytes', value: process.memoryUsage.rss() },
        { name: 'process_cpu_seconds_total', value: (user + system) / 1e6 },
        { name: 'process_start_time_seconds', value: Math.round(performance.timeOrigin / 1000) },
        { name: 'nodejs_eventloop_lag_seconds', value: lag.percentile(99) / nanosecondsOfSecond },
      ])
      lag.reset()
      return reply.type('text/plain; version=0.0.4; charset=utf-8').send(text)
    },
  )
}
