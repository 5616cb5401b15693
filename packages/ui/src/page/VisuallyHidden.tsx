import type { ComponentProps } from 'react'
import styles from './VisuallyHidden.module.css'

/** The class of text that is only read out. */
export const visuallyHiddenClass = (): string => styles.hidden ?? ''

/** Text that is only read out; `role="status"` makes it a polite announcement. */
export const VisuallyHidden = (props: Omit<ComponentProps<'span'>, 'className'>) => (
  <span {...props} className={styles.hidden} />
)
