import type { ReactNode } from 'react'
import styles from './Tabs.module.css'

/** The class of a link in {@link Tabs}; mark the current link with `aria-current="page"`. */
export const tabClass = (): string => styles.tab ?? ''

/** Filters of a list as links with their own addresses. */
export const Tabs = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav className={styles.tabs} aria-label={label}>
    {children}
  </nav>
)
