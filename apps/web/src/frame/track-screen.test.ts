import { afterEach, expect, test, vi } from 'vitest'
import { trackScreen } from './track-screen.ts'

afterEach(() => vi.unstubAllGlobals())

test('(ux 16, ux 50) reports whether the person is still on the page of their click', () => {
  const location = { pathname: '/neworder/writing' }
  vi.stubGlobal('window', { location })
  const isHere = trackScreen()
  expect(isHere()).toBe(true)
  location.pathname = '/orders'
  expect(isHere()).toBe(false)
  expect(trackScreen()()).toBe(true)
  location.pathname = '/neworder/writing'
  expect(isHere()).toBe(true)
})
