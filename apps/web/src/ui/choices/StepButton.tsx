import type { ComponentProps } from 'react'
import styles from './StepButton.module.css'

interface StepButtonProps extends Pick<ComponentProps<'button'>, 'onMouseDown' | 'onClick' | 'children'> {
  label: string
  /** There is nothing further: it looks blocked, and may be pressed all the same. */
  isAtEnd: boolean
}

/** The − or + beside a value that goes by steps. */
export const StepButton = ({ label, isAtEnd, ...rest }: StepButtonProps) => (
  <button
    {...rest}
    type="button"
    className={styles.step}
    aria-label={label}
    aria-disabled={isAtEnd ? true : undefined}
  />
)
