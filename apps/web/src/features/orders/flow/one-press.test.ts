import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createOnePress, onePressMs } from './one-press.ts'

/** A button whose clicks the test times; each begins an action that the test ends. */
function aButton() {
  let now = 0
  const begun: { at: number; end: () => void; fail: (error: Error) => void }[] = []
  const once = createOnePress(() => now)
  const press = (at: number, isRetry?: boolean) => {
    now = at
    return once(
      () =>
        new Promise((resolve, reject) => {
          begun.push({ at, end: resolve, fail: reject })
        }),
      isRetry,
    )
  }
  return { press, begun }
}

/** Lets resolved promises continue. */
const settle = async () => {
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
}

test('[FLOW-21] clicks within 1200 ms of an accepted one are dropped, even when its action is done', async () => {
  expect(onePressMs).toBe(1200)
  const { press, begun } = aButton()
  void press(0)
  begun[0]?.end()
  await settle()
  void press(1199)
  expect(begun.map(({ at }) => at)).toEqual([0])
  void press(1200)
  expect(begun.map(({ at }) => at)).toEqual([0, 1200])
})

test('[FLOW-21] clicks during the action are dropped, however late; a failed one can be retried', async () => {
  const { press, begun } = aButton()
  const first = press(0)
  void press(60_000)
  expect(begun).toHaveLength(1)
  begun[0]?.fail(new Error('no network'))
  await expect(first).rejects.toThrow('no network')
  void press(60_001)
  expect(begun.map(({ at }) => at)).toEqual([0, 60_001])
})

test('[FLOW-21] (ux 32) the retry button repeats an instant failure at once, and only once', async () => {
  const { press, begun } = aButton()
  const first = press(0)
  begun[0]?.fail(new Error('no network'))
  await expect(first).rejects.toThrow('no network')
  void press(300)
  expect(begun).toHaveLength(1)
  void press(300, true)
  void press(310, true)
  expect(begun.map(({ at }) => at)).toEqual([0, 300])
})

test('[FLOW-21] two actions never overlap nor begin within 1200 ms, for any clicks and durations', async () => {
  const steps = fc.array(fc.record({ wait: fc.integer({ min: 0, max: 1500 }), ends: fc.boolean() }), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const { press, begun } = aButton()
      let [at, ended] = [0, 0]
      for (const { wait, ends } of all) {
        at += wait
        void press(at)
        expect(begun.length - ended).toBeLessThanOrEqual(1)
        if (!ends || begun.length === ended) continue
        begun[ended]?.end()
        ended += 1
        await settle()
      }
      const starts = begun.map((each) => each.at)
      for (const [index, start] of starts.entries()) {
        if (index > 0) expect(start - (starts[index - 1] ?? 0)).toBeGreaterThanOrEqual(onePressMs)
      }
    }),
  )
})
