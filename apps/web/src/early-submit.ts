declare global {
  interface Window {
    earlySubmit?: HTMLFormElement | undefined
  }
}

/**
 * Stands in the pages that are rendered ahead and have a form: notes that it was sent before the code of the app was there, and
 * says so on the root as `data-submitted` (`LoadingBar`). Its source is written into the page, so it uses nothing from outside.
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
