import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { closeText } from '../part-texts.ts'
import styles from './Button.module.css'
import { CloseIcon } from './Icons.tsx'
import { Spinner } from '../surfaces/Spinner.tsx'
import { joinClasses } from '../join-classes.ts'

/** One primary button per screen or card; `quiet` has no frame; `danger` is for irreversible actions. */
export type ButtonVariant = 'default' | 'primary' | 'quiet' | 'danger'

export interface ButtonLook {
  variant?: ButtonVariant | undefined
  /** `small` for buttons within cards and rows; still 44 px tall. */
  size?: 'normal' | 'small' | undefined
  /** `full` fills its line; `phone` only below 900 px. */
  block?: 'full' | 'phone' | undefined
}

/** The class of a link that looks like a button: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export const buttonClass = ({ variant = 'default', size = 'normal', block }: ButtonLook = {}): string =>
  joinClasses(
    styles.button,
    variant !== 'default' && styles[variant],
    size === 'small' && styles.small,
    block === 'full' && styles.blockFull,
    block === 'phone' && styles.blockPhone,
  )

interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'disabled' | 'className'> {
  children: ReactNode
  /**
   * The verb of the running action, e.g. `Saving`. While set, clicks are no-ops; verb and spinner replace the label
   * after 200 ms, and the width stays (ux 32).
   */
  busy?: string | false | undefined
  /** Looks and is announced as disabled, but takes focus and clicks: the handler then says what is missing (ux 31). */
  blocked?: boolean | undefined
}

/** A button's label; the verb of a running action replaces it at the same width. */
export const ButtonLabel = ({ busy, children }: Pick<ButtonProps, 'busy' | 'children'>) => (
  <span className={busy ? styles.swap : styles.still}>
    <span className={styles.label}>{children}</span>
    {busy && (
      <span className={styles.busy}>
        <Spinner />
        <span>{busy}</span>
      </span>
    )}
  </span>
)

const ignoreClick = (event: MouseEvent) => event.preventDefault()

/** A button; `type` defaults to `button`. */
export function Button({
  variant,
  size,
  block,
  busy,
  blocked = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size, block })}
      aria-busy={busy ? true : undefined}
      aria-disabled={blocked || busy ? true : undefined}
      onClick={busy ? ignoreClick : onClick}
    >
      <ButtonLabel busy={busy}>{children}</ButtonLabel>
    </button>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'className' | 'aria-label'> {
  /** The accessible name and the tooltip. */
  label: string
  children: ReactNode
}

/** The class of a link that looks like an icon button. Give the link an `aria-label`. */
export const iconButtonClass = (): string => joinClasses(styles.button, styles.icon)

/** A button that shows only an icon, 44 × 44 px. */
export function IconButton({ label, type = 'button', children, ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} className={iconButtonClass()} aria-label={label} title={label}>
      {children}
    </button>
  )
}

/** A close button; `label` says what it closes, if that is unclear. */
export const CloseButton = ({ label = closeText, onClick }: { label?: string; onClick: () => void }) => (
  <IconButton label={label} onClick={onClick}>
    <CloseIcon />
  </IconButton>
)
