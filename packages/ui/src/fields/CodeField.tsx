import { type ClipboardEvent, type ComponentProps, type SyntheticEvent, useState } from 'react'
import styles from './CodeField.module.css'
import { Field, type FieldTexts, splitFieldTexts } from './Field.tsx'
import { joinClasses } from '../join-classes.ts'

export interface CodeFieldProps
  extends FieldTexts,
    Omit<ComponentProps<'input'>, 'id' | 'className' | 'value' | 'onChange'> {
  /** Number of digits. */
  length: number
  /** The digits so far. */
  value: string
  /** Called with the digits after every change; at most `length`. */
  onChange: (digits: string) => void
  /** The digits of typed, pasted (`12 345`, a whole message) or autofilled text; undefined keeps the old value. */
  digitsFrom: (text: string) => string | undefined
  /** Called when autofill, not typing or pasting, has entered the whole code: the caller moves the focus on (ux 6). */
  onMachineFill?: ((digits: string) => void) | undefined
}

/** Typed, deleted or pasted by the person; autofill reports another input type, or adds several digits at once. */
const isByHand = (event: Event, added: number): boolean =>
  event instanceof InputEvent &&
  (/^(delete|insertFromPaste|insertFromDrop)/.test(event.inputType) ||
    (/^insert(Composition)?Text$/.test(event.inputType) && added <= 1))

/**
 * A one-time code: one real input over drawn cells (AUTH-04, AUTH-07; ux 3, 5, 6). It takes pasted and autofilled codes
 * with spaces, dashes or whole messages, has no length limit that would cut them, and shows the selection.
 */
export function CodeField({ length, value, onChange, digitsFrom, onMachineFill, ...props }: CodeFieldProps) {
  const { texts, control: input } = splitFieldTexts(props)
  const [selection, setSelection] = useState<readonly [number, number]>([value.length, value.length])
  const [start, end] = selection
  const next = Math.min(start, value.length)

  const follow = (event: SyntheticEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget
    setSelection([selectionStart ?? 0, selectionEnd ?? 0])
  }

  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const digits = digitsFrom(event.clipboardData.getData('text'))
    // A part of a code goes to the cursor's place.
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
                  start === end && cell === next && value.length < length && styles.next,
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
            onSelect={follow}
            onPaste={paste}
            onChange={(event) => {
              const digits = digitsFrom(event.target.value)
              follow(event)
              if (digits === undefined) return
              onChange(digits)
              const added = digits.length - value.length
              if (digits.length === length && !isByHand(event.nativeEvent, added)) onMachineFill?.(digits)
            }}
          />
        </div>
      )}
    </Field>
  )
}
