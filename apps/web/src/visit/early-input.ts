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

/** The form of the page as it was served, and the field with the focus. React may replace both (EASE-16). */
let served: { form: HTMLFormElement | null; focused: Element | null } | undefined

/** Records the form before React hydrates or replaces it. */
export function noteServedForm(root: HTMLElement): void {
  served = { form: root.querySelector('form'), focused: document.activeElement }
}

type FormField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const servedValue = (field: FormField): string | undefined =>
  'defaultValue' in field ? field.defaultValue : field.querySelector<HTMLOptionElement>('[selected]')?.value

/**
 * Takes what a person did before hydration, once: whether they submitted this form or the served one that React
 * replaced with it, whose typed values and focus move here.
 */
export function takeEarlyInput(form: HTMLFormElement): boolean {
  const { form: servedForm = null, focused } = served ?? {}
  const early = window.earlySubmit
  served = undefined
  window.earlySubmit = undefined
  delete document.documentElement.dataset.submitted
  if (servedForm !== null && servedForm !== form) {
    // Removed elements keep their values.
    for (const oldField of [...servedForm.elements] as FormField[]) {
      const field = form.elements.namedItem(oldField.name) as FormField | null
      if (field === null) continue
      if (oldField.value !== servedValue(oldField)) field.value = oldField.value
      if (oldField === focused) field.focus()
    }
  }
  return early !== undefined && (early === form || early === servedForm)
}
