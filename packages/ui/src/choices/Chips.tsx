import styles from './Chips.module.css'
import { CoverChoice } from './CoverChoice.tsx'
import { CheckIcon } from '../actions/Icons.tsx'

interface ChipsProps<Value extends string> {
  /** The question, as the accessible name. */
  label: string
  options: readonly { value: Value; label: string }[]
  values: readonly Value[]
  onChange: (values: readonly Value[]) => void
}

/** A multiple choice of a few short options; selected options have a check mark. */
export const Chips = <Value extends string>({ label, options, values, onChange }: ChipsProps<Value>) => (
  <div className={styles.chips} role="group" aria-label={label}>
    {options.map((option) => (
      <CoverChoice
        key={option.value}
        className={styles.chip}
        type="checkbox"
        checked={values.includes(option.value)}
        onChange={(event) =>
          onChange(event.target.checked ? [...values, option.value] : values.filter((value) => value !== option.value))
        }
      >
        <CheckIcon className={styles.tick} />
        <span>{option.label}</span>
      </CoverChoice>
    ))}
  </div>
)
