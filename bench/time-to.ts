import type { Page } from '@playwright/test'

/** What is waited for, and from when. */
export type Arrival = {
  /**
   * Comes into the page; where it stands there already, changes.
   */
  selector: string
  /** A pattern of the text that the change ends with. */
  text?: string
} & ({ from: 'pointerdown' | 'keydown' } | { from: 'answer'; path: string })

declare global {
  interface Window {
    /** Milliseconds to what is awaited. */
    took: Promise<number>
  }
}

/**
 * How long it takes, in milliseconds, from the input that `act` makes, or from the server's answer to it, to the frame
 * that shows it.
 */
export async function timeTo(page: Page, arrival: Arrival, act: () => Promise<void>): Promise<number> {
  await page.evaluate(awaitArrival, arrival)
  await act()
  return page.evaluate(() => window.took)
}

/** In the page: sets `window.took`. */
function awaitArrival(arrival: Arrival): void {
  const { from, selector, text = '' } = arrival
  const stood = document.querySelector(selector) !== null
  const isShown = (mutations: MutationRecord[]) =>
    stood
      ? mutations.some(({ target }) => {
          const element = target instanceof Element ? target : target.parentElement
          return element?.closest(selector) !== null && new RegExp(text).test(target.textContent ?? '')
        })
      : document.querySelector(selector) !== null
  const answeredAt = (path: string) => {
    const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return calls.findLast(({ name }) => new URL(name).pathname === path)?.responseEnd
  }
  window.took = new Promise((resolve) => {
    let begun: number | undefined
    const begin = (event: Event) => {
      begun = event.timeStamp
    }
    addEventListener(from === 'answer' ? 'click' : from, begin, { capture: true, once: true })
    const observer = new MutationObserver((mutations) => {
      if (begun === undefined || !isShown(mutations)) return
      observer.disconnect()
      requestAnimationFrame(() => {
        // A message is handled after the frame is drawn.
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => {
          const since = from === 'answer' ? answeredAt(arrival.path) : begun
          resolve(performance.now() - (since as number))
        })
        port1.start()
        port2.postMessage(undefined)
      })
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  })
}

/** What the desk shows after a key. */
export type DeskArrival =
  /** The row with the focus, counted from 0. */
  | { chosen: number }
  /** What each row has. */
  | { text: string }
  /** The number of rows that a filter no longer finds. */
  | { totalNot: string }
  /** How a heading begins. */
  | { heading: string }

/** How long it takes, in milliseconds, from the key that `act` presses to the frame that shows the arrival. */
export async function timeToRows(page: Page, arrival: DeskArrival, act: () => Promise<void>): Promise<number> {
  await page.evaluate(awaitRows, arrival)
  await act()
  return page.evaluate(() => window.took)
}

/** In the page: sets `window.took`. */
function awaitRows(arrival: DeskArrival): void {
  const rows = () => [...document.querySelectorAll<HTMLElement>('main [data-row]')]
  const isShown = (): boolean => {
    if ('chosen' in arrival) return rows()[arrival.chosen] === document.activeElement
    if ('heading' in arrival) {
      return [...document.querySelectorAll('h2')].some(({ textContent }) => textContent.startsWith(arrival.heading))
    }
    if (document.querySelector('main [aria-busy="true"]') !== null) return false
    if ('text' in arrival)
      return rows().length > 0 && rows().every(({ textContent }) => textContent.includes(arrival.text))
    const total = /of (\d+) shown/.exec(document.querySelector('main')?.textContent ?? '')?.[1]
    return total !== undefined && total !== arrival.totalNot
  }
  window.took = new Promise((resolve) => {
    let begun: number | undefined
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        begun = timeStamp
      },
      { capture: true, once: true },
    )
    const observer = new MutationObserver(() => {
      if (begun === undefined || !isShown()) return
      observer.disconnect()
      requestAnimationFrame(() => {
        // A message is handled after the frame is drawn.
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => resolve(performance.now() - (begun as number)))
        port1.start()
        port2.postMessage(undefined)
      })
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  })
}
