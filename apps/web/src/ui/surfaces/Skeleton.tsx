import type { ReactNode } from 'react'
import { joinClasses } from '../join-classes.ts'
import styles from './Skeleton.module.css'
import { VisuallyHidden } from '../page/VisuallyHidden.tsx'

/** What {@link SkeletonBar} takes. */
interface SkeletonBarProps {
  width: 'short' | 'half' | 'long' | 'full'
  height?: 'text' | 'title' | 'badge' | 'control'
}

/** One bar in the place of a line, a heading, a badge or a button. */
export const SkeletonBar = ({ width, height = 'text' }: SkeletonBarProps) => (
  <span className={joinClasses(styles.bar, styles[width], styles[height])} aria-hidden="true" />
)

/** What {@link Skeleton} takes. */
interface SkeletonProps {
  /** What is being read, for assistive technology, e.g. `Loading your tasks`. */
  label: string
  /** Bars in the shape of what comes. */
  children: ReactNode
}

/** The shape of what is being read; it keeps its room at once and shows after 200 ms (ux 47, UI-08). */
export const Skeleton = ({ label, children }: SkeletonProps) => (
  <div className={styles.skeleton}>
    <VisuallyHidden role="status">{label}</VisuallyHidden>
    {children}
  </div>
)
