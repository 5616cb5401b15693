import { type ClipboardEvent, type ComponentProps, type SyntheticEvent, useState } from 'react'
import styles from './CodeField.module.css'
import { Field, type FieldTexts, splitFieldTexts } from './Field.tsx'
import { joinClasses } from '../join-classes.ts'

export interface CodeFieldProps
  extends FieldTexts,
    Omit<ComponentProps<'input'>, 'id' | 'className' | 'value' | 'onChange'> {
  /** Number of digits. */
  length: number
  /** The digits entered so far. */
  value: string
  /** Called with the digits after every change; at most `length`. */
  onChange: (digits: string) => void
  /** The digits of typed, pasted (`12 345`, a whole message) or autofilled text; undefined keeps the old value. */
  digitsFrom: (text: string) => string | undefined
  /** Called when autofill, not typing or pasting, has entered the whole code: the caller moves the focus on (ux 6). */
  onAutofill?: ((digits: string) => void) | undefined
}

/** Whether the person typed, deleted or pasted; autofill has another input type, or adds several digits at once. */
const isManualInput = (event: Event, addedDigits: number): boolean =>
  event instanceof InputEvent &&
  (/^(delete|insertFromPaste|insertFromDrop)/.test(event.inputType) ||
    (/^insert(Composition)?Text$/.test(event.inputType) && addedDigits <= 1))

/**
 * A one-time code: one real input over drawn cells (AUTH-04, AUTH-07; ux 3, 5, 6). It takes pasted and autofilled codes
 * with spaces, dashes or whole messages, has no `maxLength` that would cut them, and shows the selection.
 */
export function CodeField({ length, value, onChange, digitsFrom, onAutofill, ...props }: CodeFieldProps) {
  const { texts, control: input } = splitFieldTexts(props)
  const [selection, setSelection] = useState<readonly [number, number]>([value.length, value.length])
  const [start, end] = selection
  const nextCell = Math.min(start, value.length)

  const updateSelection = (event: SyntheticEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget
    setSelection([selectionStart ?? 0, selectionEnd ?? 0])
  }

  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const digits = digitsFrom(event.clipboardData.getData('text'))
    // The browser inserts a partial code at the cursor.
    if (digits !== undefined && digits.length < length) return
    event.preventDefault()
    if (digits !== undefined) onChange(digits)
  }

  return (
    <Field {...texts}>
      {(control) => (
        <div className={joinClasses(styles.code, control['aria-invalid'] && styles.invalid)}>
          <div className={styles.cells} aria-hidden="true">
            {Array.from({ length }, (_, cell) => (
              <span
                key={cell}
                className={joinClasses(
                  styles.cell,
                  start === end && cell === nextCell && value.length < length && styles.next,
                  cell >= start && cell < end && styles.selected,
                )}
              >
                {value[cell]}
              </span>
            ))}
          </div>
          <input
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            {...input}
            {...control}
            className={styles.input}
            value={value}
            onSelect={updateSelection}
            onPaste={paste}
            onChange={(event) => {
              const digits = digitsFrom(event.target.value)
              updateSelection(event)
              if (digits === undefined) return
              onChange(digits)
              const addedDigits = digits.length - value.length
              if (digits.length === length && !isManualInput(event.nativeEvent, addedDigits)) onAutofill?.(digits)
            }}
          />
        </div>
      )}
    </Field>
  )
}
