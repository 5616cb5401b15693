import { expect, test, vi } from 'vitest'
import { createIdentity } from './identity.ts'

test('[SAFE-03] calls that are refused together share one question and its answer', async () => {
  const identity = createIdentity()
  const asker = vi.fn()
  identity.registerAsker(asker)
  const [first, second] = [identity.confirm(), identity.confirm()]
  expect(asker.mock.calls).toEqual([[true]])
  identity.answer(true)
  expect(await Promise.all([first, second])).toEqual([true, true])
  expect(asker.mock.calls).toEqual([[true], [false]])
  const later = identity.confirm()
  expect(asker).toHaveBeenLastCalledWith(true)
  identity.answer(false)
  expect(await later).toBe(false)
})

test('[SAFE-03] no call waits if no component can ask', async () => {
  const identity = createIdentity()
  expect(await identity.confirm()).toBe(false)
  const unregister = identity.registerAsker(() => undefined)
  const waiting = identity.confirm()
  unregister()
  expect(await waiting).toBe(false)
})
