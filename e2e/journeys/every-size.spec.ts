import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, test } from '../steps/browser.ts'
import { cutBelow, cutOff, setTextSize } from '../steps/cut-off.ts'
import { postEvents, ops } from '../steps/operations.ts'
import { payOrder, placeOrder } from '../steps/ordering.ts'
import { signedInClient } from '../steps/sign-in.ts'

/** In the page: the fixed bars at the bottom of the window that cover more than a third of it. */
const tallBars = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('body *')]
    .filter((element) => {
      const { position, bottom } = getComputedStyle(element)
      const isBar = position === 'sticky' && bottom !== 'auto' && element.checkVisibility()
      return isBar && element.offsetHeight > window.innerHeight / 3
    })
    .map(({ tagName, className }) => `${tagName} .${className} takes more than a third of the window`)

/** In the page: the fields that are covered or out of view while focused. */
function coveredFields(): string[] {
  // Elements behind an open dialog cannot take the focus.
  const place = document.querySelector('dialog[open]') ?? document
  const fields = place.querySelectorAll<HTMLElement>(
    'input:not([type=hidden], [type=file]), select, textarea, button, a[href]',
  )
  return [...fields]
    .filter((field) => field.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((field) => {
      const { width, height } = field.getBoundingClientRect()
      return width > 1 && height > 1 && !field.closest('[inert]')
    })
    .flatMap((field) => {
      field.focus()
      const { left, right, top, bottom } = field.getBoundingClientRect()
      // For a tall field, its first line.
      const across = (left + right) / 2
      const at = document.elementFromPoint(across, Math.min((top + bottom) / 2, top + 24))
      const isSeen = at !== null && (field.contains(at) || at.contains(field) || at.closest('label') !== null)
      return isSeen
        ? []
        : [`${field.tagName} ${field.id} ${field.textContent?.slice(0, 40)} under ${at?.tagName} .${at?.className}`]
    })
}

/** In the page: whether React has hydrated all of it; earlier, a changed word would be a mismatch. */
function isTakenOver(): boolean {
  const last = [...document.querySelectorAll('#root *')].at(-1)
  return last !== undefined && Object.keys(last).some((key) => key.startsWith('__reactFiber'))
}

/** In the page: lengthens every word by two fifths, like other languages, and sets the direction. */
function translate(direction: 'ltr' | 'rtl'): void {
  document.documentElement.dir = direction
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    if (text.parentElement?.closest('script, style') || text.data.includes('\u200b')) continue
    const longer = (word: string) => word + word.slice(0, Math.ceil(word.length * 0.4))
    // Marks the text as lengthened.
    if (/\S/.test(text.data)) text.data = `${text.data.replaceAll(/[A-Za-z]{2,}/g, longer)}\u200b`
  }
}

/** In the page: turns on or off the spacing that readers may set (WCAG 1.4.12). */
function spaceOut(wide: boolean): void {
  const sheet = new CSSStyleSheet()
  const spacing = 'line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important'
  if (wide) sheet.replaceSync(`* { ${spacing} } p { margin-block-end: 2em !important }`)
  document.adoptedStyleSheets = [sheet]
}

/** In the page: the fields whose text is so small that a phone zooms in on them (ux 56). */
function smallFields(): string[] {
  const typed = document.querySelectorAll<HTMLElement>(
    'input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=hidden]), select, textarea',
  )
  return [...typed]
    .filter((field) => field.checkVisibility() && Number.parseFloat(getComputedStyle(field).fontSize) < 16)
    .map((field) => `${field.tagName} ${field.id} ${getComputedStyle(field).fontSize}`)
}

/**
 * What a page cuts off or covers, in one visit: at 320 px and with letters of 200 %, with and without the keyboard;
 * with wide spacing, longer words and right-to-left text. Narrow and wide.
 */
async function faultsOf(page: Page, path: string): Promise<string[]> {
  const { width = 390, height = 844 } = page.viewportSize() ?? {}
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.waitForFunction(isTakenOver)
  const faults = (await page.evaluate(smallFields)).map((fault) => `${path}: small ${fault}`)
  for (const [how, size, percent] of [
    ['at 320 px', 320, 100],
    ['with letters of 200 %', width, 200],
    ['wide, with letters of 200 %', 1280, 200],
  ] as const) {
    await setTextSize(page, percent)
    await page.setViewportSize({ width: size, height })
    const cut = (await Promise.all([cutOff, cutBelow, tallBars].map((look) => page.evaluate(look)))).flat()
    // The on-screen keyboard leaves half of the window.
    await page.setViewportSize({ width: size, height: height / 2 })
    const covered = await page.evaluate(coveredFields)
    faults.push(...[...cut, ...covered].map((fault) => `${path} ${how}: ${fault}`))
  }
  await setTextSize(page, 100)
  const lookAt = async (how: string) => {
    for (const size of [width, 1280]) {
      await page.setViewportSize({ width: size, height })
      faults.push(...(await page.evaluate(cutOff)).map((fault) => `${path} ${how} at ${size} px: ${fault}`))
    }
  }
  await page.evaluate(spaceOut, true)
  await lookAt('with wide spacing')
  await page.evaluate(spaceOut, false)
  for (const direction of ['ltr', 'rtl'] as const) {
    await page.evaluate(translate, direction)
    await lookAt(`with longer words, ${direction}`)
  }
  await page.setViewportSize({ width, height })
  return faults
}

async function expectRoom(page: Page, paths: readonly string[]): Promise<void> {
  // Only against hangs: each page is measured a dozen times.
  test.setTimeout(paths.length * 60_000)
  const faults: string[] = []
  for (const path of paths) faults.push(...(await faultsOf(page, path)))
  expect(faults).toEqual([])
}

const publicPages = [
  webPaths.login(),
  webPaths.loginPhone(),
  webPaths.loginEmail(),
  webPaths.loginEmailSent(),
  webPaths.loginEmailUnknown(),
  webPaths.start(),
  webPaths.contactUs(),
  webPaths.messageWasSent(),
  webPaths.privacyPolicy(),
  webPaths.terms(),
  webPaths.refunds(),
]

/** In the page: the fields and main buttons without an edge in forced colors. */
function withoutEdge(): string[] {
  const controls = document.querySelectorAll<HTMLElement>(
    '[class*="Button_button"], [class*="Field_input"], textarea, select',
  )
  return [...controls]
    .filter((control) => control.checkVisibility() && getComputedStyle(control).borderTopWidth === '0px')
    .map(({ tagName, className, textContent }) => `${tagName} .${className} ${textContent?.slice(0, 40)}`)
}

/** In the page: what the back-to-top button covers, at each screenful of the page. */
async function coveredByButton(): Promise<string[]> {
  const found: string[] = []
  const { scrollHeight } = document.documentElement
  for (let top = 0; top < scrollHeight; top += window.innerHeight / 3) {
    window.scrollTo(0, top)
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    const button = document.querySelector<HTMLElement>('button[title="Back to top"]')
    if (button === null || !button.checkVisibility()) continue
    const { left, right, top: upper, bottom } = button.getBoundingClientRect()
    // The visible part of the page ends at the bar that contains the button.
    const bar = button.closest('[data-bottom-bar]') ?? button.parentElement
    for (const [x, y] of [
      [left, upper],
      [right, upper],
      [left, bottom],
      [right, bottom],
    ] as const) {
      const below = document
        .elementsFromPoint(x, Math.min(y, window.innerHeight - 1))
        .filter((one) => !bar?.contains(one))
      const text = below.find((one) =>
        [...one.childNodes].some((node) => node.nodeType === 3 && /\S/.test(node.textContent ?? '')),
      )
      const isOpaque =
        bar !== null &&
        getComputedStyle(bar).backgroundColor.startsWith('rgb(') &&
        (bar as HTMLElement).offsetWidth >= document.documentElement.clientWidth
      if (text !== undefined && !isOpaque) found.push(`${text.tagName} ${text.textContent?.slice(0, 40)}`)
    }
  }
  return found
}

test('[EASE-11][UI-07] (ux 56, ux 58) public pages cut off nothing at any size, spacing or direction', async ({
  page,
}) => {
  await expectRoom(page, publicPages)
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
})

test('[EASE-11][UI-07] (ux 56, ux 58) a client’s pages cut off nothing at any size, spacing or direction', async ({
  page,
}) => {
  const client = await signedInClient(page)
  const paid = await placeOrder(client)
  await payOrder(page, paid)
  // The longest status text.
  await postEvents(paid.id, 'request_refund')
  const { id } = await placeOrder(client)
  await expectRoom(page, [
    webPaths.orders(),
    webPaths.newOrder(),
    webPaths.newOrderForm('writing'),
    webPaths.orderForm(id),
    webPaths.orderDetails(id),
    webPaths.orderExtraServices(id),
    `${webPaths.orders()}/${id}/progress`,
    webPaths.myInfo(),
    webPaths.subscription(),
    webPaths.refCabinet(),
    webPaths.orderJobType(id),
    webPaths.ordersFilter('unpaid'),
    webPaths.messages(),
  ])
})

test.describe(() => {
  // The last pages are dead links and an unknown address.
  test.use({ consoleMay: { say: [/status of (404|422)/] } })

  test('[EASE-11][UI-07] overlays of a card or a message cut off nothing at any size @prove', async ({ page }) => {
    const client = await signedInClient(page)
    const inWork = await placeOrder(client)
    await payOrder(page, inWork)
    const sent = await placeOrder(client)
    await payOrder(page, sent)
    await postEvents(sent.id, 'nerd_found', 'quality_check', 'send')
    const { upload_page } = await ops.makeUploadPage(client.id, crypto.randomUUID())
    await expectRoom(page, [
      webPaths.orderThankYou(inWork.id),
      webPaths.orderAdditionalServices(inWork.id),
      `${webPaths.orders()}/${inWork.id}/messages`,
      webPaths.orderRating(sent.id),
      `${webPaths.orders()}/${sent.id}/rating-negative/2`,
      `${webPaths.orders()}/${sent.id}/tips`,
      `${webPaths.orders()}/${sent.id}/revision`,
      `${webPaths.orders()}/${sent.id}/refund`,
      `${webPaths.orders()}/${sent.id}/files`,
      webPaths.tipsSuccess(sent.id, '5'),
      webPaths.messages('support'),
      webPaths.premiumOffer(),
      webPaths.uploadPage(upload_page),
      ...[
        webPaths.shortLink,
        webPaths.mailLink,
        webPaths.confirmEmail,
        webPaths.undoEmail,
        webPaths.keepAccount,
        webPaths.unsubscribe,
      ].map((pathTo) => pathTo('A'.repeat(22))),
      '/no-such-page',
    ])
  })
})

test('[EASE-11][UI-01] the top bar of a public page is one line on phones', async ({ page }) => {
  const bar = page.getByRole('banner')
  for (const path of publicPages) {
    await page.goto(path)
    await expect(bar.getByRole('link', { name: 'Nerdify' })).toBeVisible()
    for (const width of [320, 360, 375, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const middles = await bar
        .getByRole('link')
        .evaluateAll((links) =>
          links.map((link) => link.getBoundingClientRect()).map(({ top, height }) => top + height / 2),
        )
      expect(new Set(middles).size, `${path} at ${width} px`).toBe(1)
      const clip = await bar.getByText('Nerdify', { exact: true }).evaluate((word) => getComputedStyle(word).clipPath)
      if (width >= 375) expect(clip, `the wordmark of ${path} at ${width} px`).toBe('none')
    }
  }
})

test('[EASE-11][UI-03] the back-to-top button covers no text or field', async ({ page }) => {
  await signedInClient(page)
  for (const path of [webPaths.refunds(), webPaths.newOrderForm('writing'), webPaths.myInfo()]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    for (const width of [390, 1000, 1280]) {
      await page.setViewportSize({ width, height: 500 })
      expect(await page.evaluate(coveredByButton), `${path} at ${width} px`).toEqual([])
      const toTop = page.getByRole('button', { name: 'Back to top' })
      await expect(toTop).toBeInViewport({ ratio: 1 })
      await toTop.click()
      await expect(toTop).toBeHidden()
      await expect(page.getByRole('main')).toBeFocused()
    }
  }
})

test('[EASE-11] keeps native selects within 480 px on a wide screen', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  for (const path of [webPaths.start(), webPaths.contactUs()]) {
    await page.goto(path)
    await expect(page.getByRole('combobox').first()).toBeVisible()
    const widths = await page
      .locator('select')
      .evaluateAll((selects) => selects.map((select) => select.getBoundingClientRect().width))
    expect(Math.max(...widths), path).toBeLessThanOrEqual(480)
  }
})

test('[EASE-11] keeps edges and choices visible in forced colors', async ({ page }) => {
  await placeOrder(await signedInClient(page))
  await page.emulateMedia({ forcedColors: 'active' })
  for (const path of [webPaths.newOrder(), webPaths.newOrderForm('writing'), webPaths.orders(), webPaths.myInfo()]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    expect(await page.evaluate(cutOff), path).toEqual([])
    expect(await page.evaluate(withoutEdge), path).toEqual([])
  }
})
