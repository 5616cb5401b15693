import type { ComponentProps } from 'react'
import { Field, type FieldTexts, inputClass, splitFieldTexts } from './Field.tsx'
import { ChevronDownIcon } from '../actions/Icons.tsx'
import { joinClasses } from '../join-classes.ts'
import styles from './SelectField.module.css'

/** What {@link SelectField} takes: the field's texts and anything a select takes; options are its children. */
interface SelectFieldProps
  extends FieldTexts,
    Omit<ComponentProps<'select'>, 'id' | 'className' | 'aria-invalid' | 'multiple'> {}

/** The platform's own select in the look of the fields; give it an `aria-label` or a `<label>`. */
export const Select = ({ ...select }: Omit<ComponentProps<'select'>, 'className' | 'multiple'>) => (
  <span className={styles.box}>
    <select {...select} className={joinClasses(inputClass(), styles.select)} />
    <ChevronDownIcon className={styles.chevron} />
  </span>
)

/** A choice from a short fixed list. */
export function SelectField(props: SelectFieldProps) {
  const { texts, control: select } = splitFieldTexts(props)
  return <Field {...texts}>{(control) => <Select {...select} {...control} />}</Field>
}
