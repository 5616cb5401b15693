import { type ReactNode, useId } from 'react'
import styles from './Field.module.css'
import { AlertIcon, CheckIcon } from '../actions/Icons.tsx'
import { visuallyHiddenClass } from '../page/VisuallyHidden.tsx'
import type { Elements } from '../elements.ts'

/** What every field takes. */
export interface FieldTexts {
  /** The id of the control, where something else must point at it (an error summary); made up otherwise. */
  id?: string | undefined
  label: ReactNode
  /** A quieter word after the label, e.g. `optional`. */
  labelNote?: ReactNode
  /** The label is only read out, where a heading beside it already shows it. */
  hideLabel?: boolean | undefined
  hint?: ReactNode
  /** What is wrong and how to put it right; replaces the hint and marks the control as invalid. */
  error?: ReactNode
  /** A short "saved" note, announced politely (ux 51); an error hides it. */
  saved?: ReactNode
}

/** Parts what a field takes into its own texts and what goes to the control. */
export function splitFieldTexts<Props extends FieldTexts>({
  id,
  label,
  labelNote,
  hideLabel,
  hint,
  error,
  saved,
  ...control
}: Props): { texts: FieldTexts; control: Omit<Props, keyof FieldTexts> } {
  return { texts: { id, label, labelNote, hideLabel, hint, error, saved }, control }
}

/** What a field hands to its control; spread it on the input. */
export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps extends FieldTexts {
  /** The control, e.g. `control => <input {...control} />`. */
  children: (control: FieldControl) => Elements
}

/** An error line with its icon, for places that have no field of their own. */
export const ErrorText = ({ id, children }: { id?: string | undefined; children: ReactNode }) => (
  <p className={styles.error} id={id}>
    <AlertIcon />
    <span>{children}</span>
  </p>
)

/** A hint line, for places that have no field of their own. */
export const HintText = ({ id, children }: { id?: string | undefined; children: ReactNode }) => (
  <p className={styles.hint} id={id}>
    {children}
  </p>
)

/** The id of the label of the control with this id. */
export const labelIdOf = (controlId: string): string => `${controlId}-label`

/** The class of an input, select or text area in the look of the fields. */
export const inputClass = (): string => styles.input ?? ''

/** Label above, control, then hint, error or saved note, tied to the control (ux 9, 29). */
export function Field({ id, label, labelNote, hideLabel, hint, error, saved, children }: FieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const noteId = `${controlId}-note`
  const hasError = error !== undefined && error !== null && error !== false && error !== ''
  const described = hasError || Boolean(saved) || Boolean(hint)
  return (
    <div className={styles.field}>
      <label id={labelIdOf(controlId)} className={hideLabel ? visuallyHiddenClass() : styles.label} htmlFor={controlId}>
        <span>{label}</span>
        {labelNote && <small>{labelNote}</small>}
      </label>
      {children({
        id: controlId,
        'aria-describedby': described ? noteId : undefined,
        'aria-invalid': hasError ? true : undefined,
      })}
      <div className={described ? styles.filled : undefined} id={noteId} aria-live="polite">
        {hasError ? (
          <ErrorText>{error}</ErrorText>
        ) : saved ? (
          <p className={styles.saved}>
            <CheckIcon />
            <span>{saved}</span>
          </p>
        ) : (
          hint && <HintText>{hint}</HintText>
        )}
      </div>
    </div>
  )
}
