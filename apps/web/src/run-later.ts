/**
 * Stands behind a script of the type `text/later`, which is text to the browser until then: lets it run once the page has painted.
 * Its source is written into the page, so it uses nothing from outside.
 */
export function runLater(): void {
  const run = () => {
    const later = document.querySelector<HTMLScriptElement>('script[type="text/later"]')
    const script = document.createElement('script')
    script.text = later?.text ?? ''
    later?.replaceWith(script)
  }
  requestAnimationFrame(() => setTimeout(run))
}
