/**
 * Stands in every built page: loads our faces once it has painted in those of the system, which have the same measure, and lets it
 * have them when they are there: to lay the page out while they are on their way would take a slow phone 50 ms. Its source is
 * written into the page, so it uses nothing from outside.
 */
export function loadFonts(families: readonly string[]): void {
  const { dataset } = document.documentElement
  const load = async () => {
    await Promise.allSettled(families.map((family) => document.fonts.load(`1em "${family}"`)))
    delete dataset.painting
  }
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) {
    void load()
    return
  }
  new PerformanceObserver((painted, observer) => {
    if (painted.getEntriesByName('first-contentful-paint').length === 0) return
    observer.disconnect()
    void load()
  }).observe({ type: 'paint', buffered: true })
}
