declare global {
  interface Window {
    earlySubmit?: HTMLFormElement | undefined
  }
}

/**
 * Runs inline in prerendered pages with a form: notes that it was submitted before React had hydrated the page, and
 * marks the root with `data-submitted` (`LoadingBar`). Its source is copied into the page, so it uses nothing from
 * outside.
 */
export function noteEarlySubmit(): void {
  document.addEventListener('submit', (event) => {
    // What the app handles it prevents.
    if (event.defaultPrevented) return
    window.earlySubmit = event.target as HTMLFormElement
    document.documentElement.dataset.submitted = ''
  })
}

/** Whether this form was sent before the app could take it; tells it once, whichever form asks. */
export function takeEarlySubmit(form: HTMLFormElement | null): boolean {
  const early = window.earlySubmit
  window.earlySubmit = undefined
  delete document.documentElement.dataset.submitted
  return early !== undefined && early === form
}
