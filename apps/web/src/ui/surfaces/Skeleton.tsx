import { type CSSProperties, useState } from 'react'
import { joinClasses } from '../join-classes.ts'
import styles from './Skeleton.module.css'
import { VisuallyHidden } from '../page/VisuallyHidden.tsx'
import type { Elements } from '../elements.ts'

interface SkeletonBarProps {
  width: 'short' | 'half' | 'long' | 'full'
  height?: 'text' | 'title' | 'badge' | 'control'
}

/** One bar in the place of a line, a heading, a badge or a button. */
export const SkeletonBar = ({ width, height = 'text' }: SkeletonBarProps) => (
  <span className={joinClasses(styles.bar, styles[width], styles[height])} aria-hidden="true" />
)

interface SkeletonProps {
  /** What is being read, for assistive technology, e.g. `Loading your tasks`. */
  label: string
  /** Bars in the shape of what comes. */
  children: Elements
}

/** For how many ms a skeleton on the page has run; 0 without one. */
function runningMs(): number {
  const [animation] = globalThis.document?.querySelector(`.${styles.skeleton}`)?.getAnimations() ?? []
  return Number(animation?.currentTime ?? 0)
}

/**
 * The shape of what is being read; it keeps its room at once and shows after 200 ms (ux 47, UI-08). One that takes the place of
 * another, as when React draws the screen over the page that brought it, goes on where that was.
 */
export function Skeleton({ label, children }: SkeletonProps) {
  const [running] = useState(runningMs)
  const style = running === 0 ? undefined : ({ '--running': `${running}ms` } as CSSProperties)
  return (
    <div className={styles.skeleton} style={style} suppressHydrationWarning>
      <VisuallyHidden role="status">{label}</VisuallyHidden>
      {children}
    </div>
  )
}
