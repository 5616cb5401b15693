import type { ComponentProps } from 'react'
import styles from './StepButton.module.css'

interface StepButtonProps extends Pick<ComponentProps<'button'>, 'onMouseDown' | 'onClick' | 'children'> {
  label: string
  /** At the limit: it looks blocked, but takes clicks. */
  isAtEnd: boolean
}

/** The − or + beside a value with steps. */
export const StepButton = ({ label, isAtEnd, ...rest }: StepButtonProps) => (
  <button
    {...rest}
    type="button"
    className={styles.step}
    aria-label={label}
    aria-disabled={isAtEnd ? true : undefined}
  />
)
