import type { Locator, Page } from '@playwright/test'
import { expect } from './browser.ts'

/** The number of keys, clicks, and scrolls to a target out of sight. */
interface Effort {
  keys: number
  clicks: number
  scrolls: number
}

/** How a clerk uses the desk: by {@link Keyboard} or {@link Mouse}. */
export interface Hands {
  readonly page: Page
  readonly effort: Effort
  /** Focuses a field, at the keyboard by `key`, and replaces its words. */
  search(field: Locator, key: string, words: string): Promise<void>
  /** Opens a row of a list. */
  open(row: Locator): Promise<void>
  /** Goes to the next step of the shown order. */
  goToStep(): Promise<void>
  press(button: Locator): Promise<void>
  /** Presses the submit button of the current form. */
  submit(button: Locator): Promise<void>
  choose(radio: Locator): Promise<void>
  /** Types into a field, which `key` focuses; a date has several `parts`. */
  type(field: Locator, parts: readonly string[], key?: string): Promise<void>
  /** Returns from an order or a client to the queue. */
  leave(): Promise<void>
}

/** Types text in either way. */
async function typeParts({ page, effort }: Pick<Hands, 'page' | 'effort'>, parts: readonly string[]): Promise<void> {
  for (const [nth, part] of parts.entries()) {
    if (nth > 0) await page.keyboard.press('Tab')
    await page.keyboard.type(part)
    effort.keys += part.length + Math.min(nth, 1)
  }
}

/** A clerk at the keyboard: no pointer, and each key counts. */
export class Keyboard implements Hands {
  readonly effort: Effort = { keys: 0, clicks: 0, scrolls: 0 }
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async search(field: Locator, key: string, words: string): Promise<void> {
    await this.#leadTo(field, key)
    await this.#strike('Control+a')
    await typeParts(this, [words])
  }

  async open(row: Locator): Promise<void> {
    await expect(row.first()).toBeVisible()
    // Enter in the global search opens its result.
    if (await this.#hasFocus(this.page.getByRole('search').getByRole('searchbox'))) await this.#strike('Enter')
    await this.#tabTo(row)
    await this.#strike('Enter')
  }

  async goToStep(): Promise<void> {
    await expect(this.page.getByRole('heading', { name: /^Next: / })).toBeVisible()
    await this.#strike('n')
  }

  async press(button: Locator): Promise<void> {
    await this.#tabTo(button)
    await this.#strike('Enter')
  }

  async submit(button: Locator): Promise<void> {
    const fields = this.page.locator('form').filter({ has: button })
    if (await this.#hasFocus(fields.locator('input'))) await this.#strike('Enter')
    else if (await this.#hasFocus(fields.locator('textarea'))) await this.#strike('Control+Enter')
    else await this.press(button)
  }

  async choose(radio: Locator): Promise<void> {
    const group = await radio.getAttribute('name')
    await this.#tabTo(this.page.locator(`input[name="${group}"]`))
    if (await this.#hasFocus(radio)) await this.#strike('Space')
    for (let press = 0; press < 20 && !(await radio.isChecked()); press += 1) await this.#strike('ArrowDown')
    await expect(radio).toBeChecked()
  }

  async type(field: Locator, parts: readonly string[], key?: string): Promise<void> {
    await (key === undefined ? this.#tabTo(field) : this.#leadTo(field, key))
    await typeParts(this, parts)
  }

  leave(): Promise<void> {
    return this.#strike('Escape')
  }

  async #strike(key: string): Promise<void> {
    await this.page.keyboard.press(key)
    this.effort.keys += 1
  }

  /** Presses a key until it focuses `target`: the page may not be ready for the first press. */
  async #leadTo(target: Locator, key: string): Promise<void> {
    await expect(async () => {
      await this.#strike(key)
      await expect(target).toBeFocused({ timeout: 500 })
    }).toPass()
  }

  async #hasFocus(target: Locator): Promise<boolean> {
    return (await target.and(this.page.locator(':focus')).count()) > 0
  }

  /** Presses Tab until one of the targets has the focus. */
  async #tabTo(target: Locator): Promise<void> {
    await expect(target.first()).toBeVisible()
    for (let stop = 0; stop < 60; stop += 1) {
      if (await this.#hasFocus(target)) return
      await this.#strike('Tab')
    }
    throw new Error(`Tab does not lead to ${target}`)
  }
}

/** A clerk with a mouse, who uses the keyboard only for text. */
export class Mouse implements Hands {
  readonly effort: Effort = { keys: 0, clicks: 0, scrolls: 0 }
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async search(field: Locator, _key: string, words: string): Promise<void> {
    await this.press(field)
    await typeParts(this, [words])
  }

  open(row: Locator): Promise<void> {
    return this.press(row)
  }

  async goToStep(): Promise<void> {}

  async press(target: Locator): Promise<void> {
    await expect(target.first()).toBeVisible()
    if (!(await target.first().evaluate(isInSight))) this.effort.scrolls += 1
    // A date's first part is at its start.
    await target.first().click({ position: { x: 14, y: 8 } })
    this.effort.clicks += 1
  }

  submit(button: Locator): Promise<void> {
    return this.press(button)
  }

  async choose(radio: Locator): Promise<void> {
    if (await radio.isChecked()) return
    // The label is the target and covers its radio button.
    await this.press(radio.locator('xpath=ancestor::label'))
    await expect(radio).toBeChecked()
  }

  async type(field: Locator, parts: readonly string[]): Promise<void> {
    await this.press(field)
    await typeParts(this, parts)
  }

  /** The queue's tab shows all its rows. */
  leave(): Promise<void> {
    return this.press(this.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Queue' }))
  }
}

/** In the page: whether the whole height of an element is in view. */
function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}
