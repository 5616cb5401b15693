import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { takeEarlySubmit } from '../early-submit.ts'

/**
 * A form of a prerendered page, which can be sent before the app's code is there. Then the browser sends it nowhere
 * (`method="dialog"`) and `early-submit.ts` notes it; once React has hydrated the page, the form is sent to `onSubmit`, once: no
 * press is lost (ux 32).
 */
export function PrerenderedForm({ onSubmit, children }: { onSubmit: (event: FormEvent) => void; children: ReactNode }) {
  const form = useRef<HTMLFormElement>(null)
  const [isEarly, setEarly] = useState(false)

  // First the screen takes what was typed from its fields; the form is sent after that.
  useEffect(() => setEarly(takeEarlySubmit(form.current)), [])
  useEffect(() => {
    if (isEarly) form.current?.requestSubmit()
  }, [isEarly])

  return (
    <form ref={form} method="dialog" noValidate onSubmit={onSubmit}>
      {children}
    </form>
  )
}
