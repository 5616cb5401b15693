import type { ComponentProps } from 'react'
import { Field, type FieldTexts, inputClass, splitFieldTexts } from './Field.tsx'
import { ChevronDownIcon } from '../actions/Icons.tsx'
import { joinClasses } from '../join-classes.ts'
import styles from './SelectField.module.css'

export interface SelectOption {
  value: string | number
  label: string
  disabled?: boolean
}

interface SelectProps
  extends Omit<ComponentProps<'select'>, 'id' | 'className' | 'multiple' | 'onChange' | 'children'> {
  id?: string | undefined
  options: readonly SelectOption[]
  onChange?: (value: string) => void
}

/** A native select with the field's look; it needs an `aria-label` or a `<label>`. */
export const Select = ({ options, onChange, ...select }: SelectProps) => (
  <span className={styles.box}>
    <select
      {...select}
      className={joinClasses(inputClass(), styles.select)}
      onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
    >
      {options.map(({ label, ...option }) => (
        <option key={option.value} {...option}>
          {label}
        </option>
      ))}
    </select>
    <ChevronDownIcon className={styles.chevron} />
  </span>
)

/** A choice from a short fixed list. */
export function SelectField(props: FieldTexts & SelectProps) {
  const { texts, control: select } = splitFieldTexts(props)
  return <Field {...texts}>{(control) => <Select {...select} {...control} />}</Field>
}
