import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { moveEarlyInput, takeEarlySubmit } from '../visit/early-input.ts'
import { isNoAnswerText } from '@nerdify/browser/failure-text.ts'
import { useOnceOnline } from '@nerdify/ui/surfaces/use-once-online.ts'

/** `fault` is the result of the last submit. */
interface PrerenderedFormProps {
  /** For a button outside the form. */
  id?: string
  onSubmit: () => unknown
  fault: string | undefined
  children: ReactNode
}

/**
 * A form of a prerendered page, which can be submitted before React has hydrated it. Until then the browser sends
 * nothing (`method="dialog"`) and `early-input.ts` records the submit; `onSubmit` then runs once, so no click is lost
 * (ux 32). A submit that failed offline is retried once the device is online (EASE-12).
 */
export function PrerenderedForm({ id, onSubmit, fault, children }: PrerenderedFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [isEarly, setEarly] = useState(false)

  useLayoutEffect(() => moveEarlyInput(form.current), [])
  // The screen first reads the typed values from its fields; the submit follows.
  useEffect(() => setEarly(takeEarlySubmit(form.current)), [])
  useEffect(() => {
    if (isEarly) form.current?.requestSubmit()
  }, [isEarly])

  useOnceOnline(isNoAnswerText(fault), () => form.current?.requestSubmit())

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void onSubmit()
  }

  return (
    <form id={id} ref={form} method="dialog" noValidate onSubmit={submit}>
      {children}
    </form>
  )
}
