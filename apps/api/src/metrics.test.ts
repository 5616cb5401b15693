import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

test('[OPS-03] counters add up, histograms hold shorter ones too, and labels cannot break out of their quotes', () => {
  const metrics = createMetrics()
  metrics.counter('nerdify_background_failures_total', { round: 'a "b"\\\nc' })()
  metrics.counter('nerdify_background_failures_total', { round: 'a "b"\\\nc' })(2)
  const observe = metrics.histogram('nerdify_http_request_seconds', { route: '/x' })
  for (const seconds of [0.004, 0.3, 20]) observe(seconds)
  const lines = metrics.render([{ name: 'nerdify_database_up', value: 1 }]).split('\n')
  expect(lines).toContain('nerdify_background_failures_total{round="a \\"b\\"\\\\\\nc"} 3')
  expect(lines).toContain('# TYPE nerdify_http_request_seconds histogram')
  expect(lines).toContain('nerdify_http_request_seconds_bucket{route="/x",le="0.005"} 1')
  expect(lines).toContain('nerdify_http_request_seconds_bucket{route="/x",le="0.5"} 2')
  expect(lines).toContain('nerdify_http_request_seconds_bucket{route="/x",le="+Inf"} 3')
  expect(lines).toContain('nerdify_http_request_seconds_count{route="/x"} 3')
  expect(lines).toContain('nerdify_database_up 1')
  expect(lines.at(-1)).toBe('')
})
