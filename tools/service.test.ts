import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DiedAtStart, type Service, startService } from './service.ts'

/** Listens after two steps, each once its file exists. */
const slow = `
import { existsSync } from 'node:fs'
const [folder] = process.argv.slice(1)
const step = async (name) => {
  while (!existsSync(folder + '/' + name)) await new Promise((resolve) => setTimeout(resolve, 10))
  console.log(JSON.stringify({ starting: name }))
}
console.log(JSON.stringify({ starting: 'begin' }))
await step('one')
await step('two')
console.log(JSON.stringify({ listening: { product: 'http://localhost:1' } }))
await new Promise((resolve) => setTimeout(resolve, 3_600_000))
`

let folder: string
let service: Service
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nerdify-service-'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const args = ['--input-type=module', '-e', slow, folder]
  service = startService({ kind: 'product', args, environment: {}, dataDirectory: folder })
})
afterEach(async () => {
  vi.useRealTimers()
  await service.stop()
  rmSync(folder, { recursive: true })
})

/** Waits until the service reports a step as done. */
async function untilLogged(step: string): Promise<void> {
  const log = join(folder, 'product.log')
  while (!existsSync(log) || !readFileSync(log, 'utf8').includes(`"${step}"`)) await pause(10)
}

test('[OPS-07] lets a start take as long as it reports progress', async () => {
  for (const [done, next] of [
    ['begin', 'one'],
    ['one', 'two'],
  ] as const) {
    await untilLogged(done)
    vi.advanceTimersByTime(100_000)
    writeFileSync(join(folder, next), '')
  }
  expect(await service.listening).toEqual({ product: 'http://localhost:1' })
  vi.advanceTimersByTime(1_000_000)
  expect(await Promise.race([service.ended, pause(0)])).toBeUndefined()
})

test('[OPS-07] ends a start without progress for two minutes, and says so', async () => {
  await untilLogged('begin')
  vi.advanceTimersByTime(120_000)
  await expect(service.listening).rejects.toThrow(DiedAtStart)
  expect(service.lastWords()).toContain('said nothing for 120 seconds')
})
