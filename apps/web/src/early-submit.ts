declare global {
  interface Window {
    earlySubmit?: HTMLFormElement | undefined
  }
}

/**
 * Runs inline in prerendered pages with a form: notes a submit before hydration and marks the root with
 * `data-submitted` (`LoadingBar`). Its source is copied into the page, so it uses nothing from outside.
 */
export function noteEarlySubmit(): void {
  document.addEventListener('submit', (event) => {
    // The app prevents the default of submits that it handles.
    if (event.defaultPrevented) return
    window.earlySubmit = event.target as HTMLFormElement
    document.documentElement.dataset.submitted = ''
  })
}

/** Whether this form was submitted before hydration. The first call clears the note, for any form. */
export function takeEarlySubmit(form: HTMLFormElement | null): boolean {
  const early = window.earlySubmit
  window.earlySubmit = undefined
  delete document.documentElement.dataset.submitted
  return early !== undefined && early === form
}
