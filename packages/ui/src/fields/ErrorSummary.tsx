import { useEffect, useId, useRef } from 'react'
import styles from './ErrorSummary.module.css'
import { leadTo } from '../lead-to.ts'
import { thereIsAProblemText } from '../part-texts.ts'

export interface ErrorSummaryProps {
  /** The text of each field's error, and the id of its control. */
  faults: readonly { fieldId: string; text: string }[]
}

/**
 * The errors that block a form, with a link to each field (ux 30). It takes the focus on mount: give it a new `key` for
 * each attempt, and render it only while there are errors.
 */
export function ErrorSummary({ faults }: ErrorSummaryProps) {
  const headingId = useId()
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    box.current?.focus()
  }, [])

  return (
    <div ref={box} className={styles.summary} role="group" aria-labelledby={headingId} tabIndex={-1}>
      <h2 className={styles.title} id={headingId}>
        {thereIsAProblemText}
      </h2>
      <ul className={styles.list}>
        {faults.map(({ fieldId, text }) => (
          <li key={fieldId}>
            <a href={`#${fieldId}`} onClick={(event) => leadTo(event, fieldId, { block: 'center' })}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
