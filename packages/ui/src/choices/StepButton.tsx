import type { ComponentProps } from 'react'
import styles from './StepButton.module.css'

interface StepButtonProps extends Pick<ComponentProps<'button'>, 'onMouseDown' | 'onClick' | 'children'> {
  label: string
  /** At the limit the button looks blocked, but takes clicks. */
  isAtEnd: boolean
}

/** The − or + button beside a value. */
export const StepButton = ({ label, isAtEnd, ...button }: StepButtonProps) => (
  <button
    {...button}
    type="button"
    className={styles.step}
    aria-label={label}
    aria-disabled={isAtEnd ? true : undefined}
  />
)
