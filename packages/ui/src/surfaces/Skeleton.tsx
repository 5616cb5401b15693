import { type CSSProperties, useState } from 'react'
import { joinClasses } from '../join-classes.ts'
import styles from './Skeleton.module.css'
import { VisuallyHidden } from '../page/VisuallyHidden.tsx'
import type { Elements } from '../elements.ts'

interface SkeletonBarProps {
  width: 'short' | 'half' | 'long' | 'full'
  height?: 'text' | 'title' | 'badge' | 'control'
}

/** A placeholder bar for a line, a heading, a badge or a button. */
export const SkeletonBar = ({ width, height = 'text' }: SkeletonBarProps) => (
  <span className={joinClasses(styles.bar, styles[width], styles[height])} aria-hidden="true" />
)

interface SkeletonProps {
  /** The loading text for assistive technology, e.g. `Loading your tasks`. */
  label: string
  /** Bars in the shape of the content. */
  children: Elements
}

/** The animation time of the page's skeleton, in ms; 0 without a skeleton. */
function runningMs(): number {
  const [animation] = globalThis.document?.querySelector(`.${styles.skeleton}`)?.getAnimations() ?? []
  return Number(animation?.currentTime ?? 0)
}

/**
 * The shape of loading content; it takes its space at once and shows after 200 ms (ux 47, UI-08). A skeleton that
 * replaces another, for example at hydration, continues the animation.
 */
export function Skeleton({ label, children }: SkeletonProps) {
  const [startMs] = useState(runningMs)
  const style = startMs === 0 ? undefined : ({ '--running': `${startMs}ms` } as CSSProperties)
  return (
    <div className={styles.skeleton} style={style} suppressHydrationWarning>
      <VisuallyHidden role="status">{label}</VisuallyHidden>
      {children}
    </div>
  )
}
