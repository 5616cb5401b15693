import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { takeEarlySubmit } from '../early-submit.ts'

/**
 * A form of a page that is rendered ahead. Sent before the code of the app is there, it sends what was typed nowhere
 * (`method="dialog"`); once the app has taken the page over it is sent to `onSubmit`, so no press is lost (ux 32).
 */
export function AheadForm({ onSubmit, children }: { onSubmit: (event: FormEvent) => void; children: ReactNode }) {
  const form = useRef<HTMLFormElement>(null)
  const [isEarly, setEarly] = useState(false)

  // Drawn together with what the screen itself reads from its fields as it takes them over, and sent after that.
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
