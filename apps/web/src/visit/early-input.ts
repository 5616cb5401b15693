declare global {
  interface Window {
    earlySubmit?: HTMLFormElement | undefined
  }
}

/**
 * Runs inline in prerendered pages with a form: records a submit before hydration and marks the root with
 * `data-submitted` (`LoadingBar`). Its source is inlined in the page, so it uses nothing from outside.
 */
export function noteEarlySubmit(): void {
  document.addEventListener('submit', (event) => {
    // The app prevents the default of submits that it handles.
    if (event.defaultPrevented) return
    window.earlySubmit = event.target as HTMLFormElement
    document.documentElement.dataset.submitted = ''
  })
}

/** Whether this form was submitted before hydration. The first call clears the record, for any form. */
export function takeEarlySubmit(form: HTMLFormElement | null): boolean {
  const early = window.earlySubmit
  window.earlySubmit = undefined
  delete document.documentElement.dataset.submitted
  return early !== undefined && early === form
}

/** The form of the page as it was served, and the field with the focus. React may replace both (EASE-16). */
let served: { form: HTMLFormElement | null; focused: Element | null } | undefined

/** Records the form before React hydrates or replaces it. */
export function noteServedForm(root: HTMLElement): void {
  served = { form: root.querySelector('form'), focused: document.activeElement }
}

type NamedField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const namedFields = (form: HTMLFormElement): readonly NamedField[] =>
  Array.from(form.querySelectorAll<NamedField>(':is(input:not([type=file]), select, textarea)[name]'))

/** If React replaced the served form with this one, moves its values, focus and submit here. Later calls are no-ops. */
export function moveEarlyInput(form: HTMLFormElement | null): void {
  const { form: servedForm = null, focused } = served ?? {}
  served = undefined
  if (servedForm === null || form === null || servedForm === form) return
  const fields = namedFields(form)
  // Removed elements keep their values.
  for (const oldField of namedFields(servedForm)) {
    const field = fields.find(({ name }) => name === oldField.name)
    if (field === undefined) continue
    field.value = oldField.value
    if (oldField === focused) field.focus()
  }
  if (window.earlySubmit === servedForm) window.earlySubmit = form
}
