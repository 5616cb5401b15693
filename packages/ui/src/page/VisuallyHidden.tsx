import type { ComponentProps } from 'react'
import styles from './VisuallyHidden.module.css'

/** The class of text for screen readers only. */
export const visuallyHiddenClass = (): string => styles.hidden ?? ''

/** Text for screen readers only; `role="status"` makes it a polite announcement. */
export const VisuallyHidden = (props: Omit<ComponentProps<'span'>, 'className'>) => (
  <span {...props} className={styles.hidden} />
)
