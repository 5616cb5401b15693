import { expect, test } from 'vitest'
import { testProduct } from '../testing/running-product.ts'
import { eventually, send, signedInPerson } from '../testing/test-client.ts'

async function scrape(): Promise<string[]> {
  const { settings } = await testProduct()
  const answer = await send<string>('GET', '/metrics', { token: settings.operationsToken })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  return answer.body.split('\n')
}
const valueOf = (lines: readonly string[], series: string) =>
  Number(
    lines
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')
      .at(-1) ?? 'NaN',
  )

test('[OPS-03] what is counted is told to Prometheus, and to nobody without operations’ token', async () => {
  const person = await signedInPerson()
  const route = 'method="GET",route="/api/v3/orders/:id"'
  const series = `nerdify_http_requests_total{${route},status="404"}`
  const before = valueOf(await scrape(), series) || 0
  const id = '01890a5d-ac96-774b-bcce-b302099a8057'
  for (let calls = 0; calls < 3; calls += 1) {
    expect((await person.send('GET', `/api/v3/orders/${id}?next=secret`)).status).toBe(404)
  }
  const lines = await eventually(async () => {
    const scraped = await scrape()
    return valueOf(scraped, series) === before + 3 && scraped
  })
  expect(valueOf(lines, `nerdify_http_request_seconds_count{${route}}`)).toBeGreaterThanOrEqual(3)
  expect(valueOf(lines, 'nerdify_database_up')).toBe(1)
  for (const status of ['queued', 'sending', 'dead']) {
    expect(valueOf(lines, `nerdify_outbox_messages{status="${status}"}`)).toBeGreaterThanOrEqual(0)
  }
  expect(valueOf(lines, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  // Every line is of the text form, and none tells of anybody.
  const form = /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{([a-z_]+="[^"]*",?)+\})? -?[0-9.e+-]+)$/
  expect(lines.slice(0, -1).filter((line) => !form.test(line))).toEqual([])
  expect(lines.join('\n')).not.toMatch(new RegExp(`${id}|secret|${person.phone.slice(1)}|${person.clientId}`))

  expect((await send('GET', '/metrics')).status).toBe(401)
  expect((await person.send('GET', '/metrics')).status).toBe(401)
})
