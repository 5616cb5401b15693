import { expect, test } from 'vitest'
import { webPaths } from './web-paths.ts'
import { webRoutePatterns } from './web-routes.ts'

test('[PUB-08] every path of the web app is known once, under the name of its function', () => {
  const patterns = webRoutePatterns.map(({ pattern }) => pattern)
  expect(new Set(patterns).size).toBe(patterns.length)
  for (const { name, pattern } of webRoutePatterns) {
    if (name === 'cabinetOverlay') continue
    const parameters = (pattern.match(/:\w+\??/g) ?? []) as [string, string, string]
    expect(webPaths[name](...parameters)).toBe(pattern)
  }
})

test('[PUB-09] every public and login page without a parameter is rendered ahead, and none with one', () => {
  const ahead = webRoutePatterns.filter(({ page }) => page === 'prerendered').map(({ name }) => name)
  expect(ahead.toSorted()).toEqual(
    [
      ...(['login', 'loginPhone', 'loginEmail', 'loginEmailSent', 'loginEmailUnknown'] as const),
      ...(['privacyPolicy', 'terms', 'refunds', 'contactUs', 'messageWasSent', 'offline'] as const),
    ].toSorted(),
  )
  for (const { pattern } of webRoutePatterns.filter(({ page }) => page === 'prerendered')) {
    expect(pattern).not.toContain(':')
  }
})
