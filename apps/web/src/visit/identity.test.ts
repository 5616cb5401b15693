import { expect, test, vi } from 'vitest'
import { createIdentity } from './identity.ts'

test('[SAFE-03] calls that are refused together ask one question and get the same answer', async () => {
  const identity = createIdentity()
  const asker = vi.fn()
  identity.askBy(asker)
  const [one, other] = [identity.confirm(), identity.confirm()]
  expect(asker.mock.calls).toEqual([[true]])
  identity.answer(true)
  expect(await Promise.all([one, other])).toEqual([true, true])
  expect(asker.mock.calls).toEqual([[true], [false]])
  const again = identity.confirm()
  expect(asker).toHaveBeenLastCalledWith(true)
  identity.answer(false)
  expect(await again).toBe(false)
})

test('[SAFE-03] no call waits if no part of the page can ask', async () => {
  const identity = createIdentity()
  expect(await identity.confirm()).toBe(false)
  const takeAway = identity.askBy(() => undefined)
  const waiting = identity.confirm()
  takeAway()
  expect(await waiting).toBe(false)
})
