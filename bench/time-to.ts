import type { Page } from '@playwright/test'

/** The awaited change, and the start of the measurement. */
export type Arrival = {
  /** An element that appears or, if it is present at the start, changes. */
  selector: string
  /** A pattern of the element's text after the change. */
  text?: string
} & ({ from: 'pointerdown' | 'keydown' } | { from: 'answer'; path: string })

declare global {
  interface Window {
    /** Milliseconds until the awaited change. */
    took: Promise<number>
  }
}

/** Milliseconds from the input in `act`, or from the server's answer to it, to the frame that shows the change. */
export async function timeTo(page: Page, arrival: Arrival, act: () => Promise<void>): Promise<number> {
  await page.evaluate(awaitArrival, arrival)
  await act()
  return page.evaluate(() => window.took)
}

/** In the page: sets `window.took`. */
function awaitArrival(arrival: Arrival): void {
  const { from, selector, text = '' } = arrival
  const wasPresent = document.querySelector(selector) !== null
  const isShown = (mutations: MutationRecord[]) =>
    wasPresent
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
    let inputAt: number | undefined
    const begin = (event: Event) => {
      inputAt = event.timeStamp
    }
    addEventListener(from === 'answer' ? 'click' : from, begin, { capture: true, once: true })
    const observer = new MutationObserver((mutations) => {
      if (inputAt === undefined || !isShown(mutations)) return
      observer.disconnect()
      requestAnimationFrame(() => {
        // The message arrives after the frame is painted.
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => {
          const since = from === 'answer' ? answeredAt(arrival.path) : inputAt
          resolve(performance.now() - (since as number))
        })
        port1.start()
        port2.postMessage(undefined)
      })
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  })
}

/** The desk's change after a key. */
export type DeskArrival =
  /** The row with the focus, counted from 0. */
  | { chosen: number }
  /** A text that each row contains. */
  | { text: string }
  /** The total before the filter; it must change. */
  | { totalNot: string }
  /** The beginning of a heading. */
  | { heading: string }

/** Milliseconds from the key that `act` presses to the frame that shows the arrival. */
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
    let inputAt: number | undefined
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        inputAt = timeStamp
      },
      { capture: true, once: true },
    )
    const observer = new MutationObserver(() => {
      if (inputAt === undefined || !isShown()) return
      observer.disconnect()
      requestAnimationFrame(() => {
        // The message arrives after the frame is painted.
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => resolve(performance.now() - (inputAt as number)))
        port1.start()
        port2.postMessage(undefined)
      })
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  })
}
