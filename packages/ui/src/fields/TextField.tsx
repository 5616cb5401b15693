import type { ComponentProps } from 'react'
import { Field, type FieldTexts, inputClass, splitFieldTexts } from './Field.tsx'
import styles from './TextField.module.css'
import type { Elements } from '../elements.ts'

interface TextFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'id' | 'className' | 'aria-invalid'> {
  /** A button at the end of the line, e.g. Apply; null reserves its space. */
  action?: Elements
}

/** A one-line text field, controlled or uncontrolled. */
export function TextField({ action, ...props }: TextFieldProps) {
  const { texts, control: input } = splitFieldTexts(props)
  return (
    <Field {...texts}>
      {(control) => {
        const box = <input {...input} {...control} className={inputClass()} />
        return action === undefined ? (
          box
        ) : (
          <div className={styles.row}>
            {box}
            {action}
          </div>
        )
      }}
    </Field>
  )
}

/** An e-mail address; the browser neither corrects nor capitalizes it. */
export const EmailField = (field: TextFieldProps) => (
  <TextField {...field} type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} name="email" />
)

interface PhoneFieldProps extends TextFieldProps {
  /** Formats a typed number for reading. */
  group: (typed: string) => string
}

/** A phone number: keystrokes stay unchanged, blur groups the digits (ux 2). */
export const PhoneField = ({ group, ...field }: PhoneFieldProps) => (
  <TextField
    {...field}
    type="tel"
    autoComplete="tel"
    name="phone"
    onBlur={({ currentTarget }) => {
      const grouped = group(currentTarget.value)
      if (grouped !== currentTarget.value) currentTarget.value = grouped
    }}
  />
)
