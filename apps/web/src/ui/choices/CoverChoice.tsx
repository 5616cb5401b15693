import { type ComponentProps, useId } from 'react'
import styles from './CoverChoice.module.css'
import type { Elements } from '../elements.ts'
import { joinClasses } from '../join-classes.ts'

/** The class of a radio button or checkbox that lies unseen over its label, which is positioned. */
export const coverInputClass = (): string => styles.input ?? ''

interface CoverChoiceProps extends Omit<ComponentProps<'input'>, 'children'> {
  children?: Elements
}

/** A radio button or checkbox that lies unseen over its label: the whole label is the target, and shows focus and choice. */
export const CoverChoice = ({ className, children, ...input }: CoverChoiceProps) => (
  <label className={joinClasses(styles.choice, className)}>
    <input {...input} className={coverInputClass()} />
    {children}
  </label>
)

/** What a group of radio buttons takes, whatever it looks like. */
export interface RadiosProps<Value extends string, Option> {
  /** The question, for assistive technology. */
  label: string
  /** The name under which a form sends the choice; made up otherwise. */
  name?: string
  options: readonly Option[]
  value: string | undefined
  onChange: (value: Value) => void
}

interface CoverRadiosProps<Value extends string, Option> extends RadiosProps<Value, Option> {
  /** The classes of the group and of each choice. */
  look: { group: string | undefined; choice: string | undefined }
  /** What stands on a choice. */
  children: (option: Option, isChosen: boolean) => Elements
}

/** A few radio buttons, each a {@link CoverChoice}, with the platform's own keys. */
export function CoverRadios<Value extends string, Option extends { value: Value }>({
  label,
  name,
  options,
  value,
  onChange,
  look,
  children,
}: CoverRadiosProps<Value, Option>) {
  const ownName = useId()
  return (
    <div className={look.group} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <CoverChoice
          key={option.value}
          className={look.choice}
          type="radio"
          name={name ?? ownName}
          value={option.value}
          checked={option.value === value}
          onChange={() => onChange(option.value)}
        >
          {children(option, option.value === value)}
        </CoverChoice>
      ))}
    </div>
  )
}
