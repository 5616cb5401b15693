import { availableParallelism } from 'node:os'
import { describe, expect, test } from 'vitest'
import { runSteps, type Step, type StepResult } from './steps.ts'

const step = (name: string, result: StepResult): Step => ({ name, run: async () => result })

/** Runs steps and collects their output. */
async function run(steps: readonly (Step | readonly Step[])[], signal?: AbortSignal) {
  const lines: string[] = []
  const exitCode = await runSteps(steps, { say: (line) => lines.push(line), ...(signal && { signal }) })
  return { exitCode, lines, text: lines.join('\n') }
}

const check = step('lint', { passed: 1, failed: 0 })
const units = step('units', { passed: 41, failed: 0, tests: 41 })
const broken = step('API', { passed: 3, failed: 2, skipped: 1, tests: 5, output: 'expected 1 to be 2' })
const crash = { name: 'stories', run: () => Promise.reject(new Error('no browser')) }

describe('the last line', () => {
  test('is only the sum if everything passes', async () => {
    const { exitCode, lines } = await run([check, units])
    expect(lines.at(-1)).toBe('42 passed, 0 failed')
    expect(exitCode).toBe(0)
  })

  test('counts a failed step, continues with the others, and shows its output', async () => {
    const { exitCode, lines, text } = await run([broken, units])
    expect(lines.at(-1)).toBe('44 passed, 2 failed')
    expect(text).toContain('expected 1 to be 2')
    expect(text).toMatch(/✗ API +3 passed, 2 FAILED, 1 SKIPPED/)
    expect(text).toMatch(/✓ units +41 passed/)
    expect(exitCode).toBe(1)
  })

  test('counts a step that cannot run as one failure', async () => {
    const { exitCode, lines, text } = await run([crash, units])
    expect(lines.at(-1)).toBe('41 passed, 1 failed')
    expect(text).toContain('no browser')
    expect(exitCode).toBe(1)
  })
})

test('runs steps of a list in parallel, and counts them like others', async () => {
  let letGo: () => void = () => {}
  const gate = new Promise((resolve) => (letGo = () => resolve(undefined)))
  const waits = { name: 'waits', run: () => gate.then(() => ({ passed: 1, failed: 0, tests: 1 })) }
  const frees = {
    name: 'frees',
    run: async () => {
      letGo()
      return { passed: 0, failed: 2, tests: 2, output: 'expected 1 to be 2' }
    },
  }
  const { exitCode, lines, text } = await run([check, [waits, frees], units])
  expect(lines.at(-1)).toBe('43 passed, 2 failed')
  expect(text).toContain('expected 1 to be 2')
  expect(lines.filter((line) => line.startsWith('·'))).toEqual(['· lint …', '· waits …', '· frees …', '· units …'])
  expect(exitCode).toBe(1)
})

test('runs two steps of a longer list per core, and starts the next when one ends', async () => {
  const running: (() => void)[] = []
  const waits = (name: string): Step => ({
    name,
    run: () =>
      new Promise((resolve) => {
        running.push(() => resolve({ passed: 1, failed: 0, tests: 1 }))
      }),
  })
  const atOnce = 2 * availableParallelism()
  const ended = run([Array.from({ length: atOnce + 1 }, (_, index) => waits(String(index)))])
  expect(running).toHaveLength(atOnce)
  running.at(-1)?.()
  await expect.poll(() => running.length).toBe(atOnce + 1)
  for (const end of running) end()
  expect((await ended).lines.at(-1)).toBe(`${atOnce + 1} passed, 0 failed`)
})

test('hides the output of a step that passed', async () => {
  const { text } = await run([step('units', { passed: 1, failed: 0, tests: 1, output: 'chatter' })])
  expect(text).not.toContain('chatter')
})

test('reports a step that did not run, without a failure', async () => {
  const { exitCode, text } = await run([
    step('journeys', { passed: 0, failed: 0, skippedBecause: 'no browser' }),
    units,
  ])
  expect(text).toMatch(/! journeys +SKIPPED: no browser/)
  expect(exitCode).toBe(0)
})

test('fails without a single test, although its checks passed', async () => {
  const { exitCode, lines, text } = await run([check])
  expect(text).toContain('No test ran.')
  expect(lines.at(-1)).toBe('1 passed, 0 failed')
  expect(exitCode).toBe(1)
})

test('an aborted run starts no further step and fails', async () => {
  const stop = new AbortController()
  const interrupted = {
    name: 'units',
    run: async () => {
      stop.abort()
      return { passed: 1, failed: 0, tests: 1 }
    },
  }
  const { exitCode, text } = await run([interrupted, broken], stop.signal)
  expect(text).not.toContain('API')
  expect(text).toContain('The run was broken off.')
  expect(exitCode).toBe(1)
})
