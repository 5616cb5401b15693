import { type CSSProperties, useState } from 'react'
import { joinClasses } from '../join-classes.ts'
import styles from './Skeleton.module.css'
import { VisuallyHidden } from '../page/VisuallyHidden.tsx'
import type { Elements } from '../elements.ts'

interface SkeletonBarProps {
  width: 'short' | 'half' | 'long' | 'full'
  height?: 'text' | 'title' | 'badge' | 'control'
}

/** One bar in place of a line, a heading, a badge or a button. */
export const SkeletonBar = ({ width, height = 'text' }: SkeletonBarProps) => (
  <span className={joinClasses(styles.bar, styles[width], styles[height])} aria-hidden="true" />
)

interface SkeletonProps {
  /** The loading text for assistive technology, e.g. `Loading your tasks`. */
  label: string
  /** Bars in the shape of the content. */
  children: Elements
}

/** How long the page's skeleton has run, in ms; 0 without one. */
function runningMs(): number {
  const [animation] = globalThis.document?.querySelector(`.${styles.skeleton}`)?.getAnimations() ?? []
  return Number(animation?.currentTime ?? 0)
}

/**
 * The shape of loading content; it takes its room at once and shows after 200 ms (ux 47, UI-08). One that replaces
 * another, for example at hydration, continues its animation.
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
