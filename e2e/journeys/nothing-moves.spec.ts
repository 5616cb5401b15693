import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { expect, test } from '../steps/browser.ts'
import { holdScripts } from '../steps/hold-call.ts'
import { layoutShift, sumLayoutShifts } from '../steps/layout-shift.ts'
import { signedInClient } from '../steps/sign-in.ts'

for (const path of [
  webPaths.contactUs(),
  webPaths.terms(),
  webPaths.refunds(),
  webPaths.login(),
  webPaths.loginPhone(),
]) {
  test(`[EASE-02] (ux 47) on ${path} nothing moves when the fonts come after the page was read`, async ({ page }) => {
    await page.addInitScript(sumLayoutShifts)
    const held: (() => void)[] = []
    await page.route('**/*.woff2', (route) => held.push(() => void route.continue()))
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => held.length).toBeGreaterThanOrEqual(2)
    for (const letGo of held) letGo()
    await expect
      .poll(() => page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loading').length))
      .toBe(0)
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
  })
}

test('[UI-08][FLOW-01] (ux 47) the choice of a job type has asked for the client and the prices before its code is there', async ({
  page,
}) => {
  await signedInClient(page)
  const { letGo } = await holdScripts(page)
  const asked = page.waitForRequest((request) => request.url().endsWith(`${apiPaths.firstData()}?prices=1`))
  await page.goto(webPaths.newOrder(), { waitUntil: 'commit' })
  await asked
  letGo()
  await expect(page.getByRole('radio').first()).toBeVisible()
})
