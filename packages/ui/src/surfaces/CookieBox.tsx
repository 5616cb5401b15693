import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import styles from './CookieBox.module.css'
import type { Elements } from '../elements.ts'

interface CookieBoxProps {
  title: ReactNode
  children: Elements
  actions: ReactNode
  /** Whether the title takes the focus: only if the person opened the box. */
  takesFocus?: boolean
  onEscape: () => void
}

/**
 * A question at the bottom of the window; it is not modal, so the page stays usable. The page gets as much padding
 * below as the box covers, so that no focused element hides behind the box (ux 55).
 */
export function CookieBox({ title, children, actions, takesFocus = false, onEscape }: CookieBoxProps) {
  const titleId = useId()
  const box = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])

  useLayoutEffect(() => {
    const { current: element } = box
    if (element === null) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      // On a wide screen the box floats above the edge.
      const gap = Number.parseFloat(getComputedStyle(element).bottom) || 0
      style.setProperty('--covered', `${element.offsetHeight + gap}px`)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--covered')
    }
  }, [])

  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onEscape()
  }

  return (
    <section ref={box} className={styles.box} role="dialog" aria-labelledby={titleId} onKeyDown={onKeyDown}>
      <h2 ref={heading} className={styles.title} id={titleId} tabIndex={-1}>
        {title}
      </h2>
      {children}
      <div className={styles.actions}>{actions}</div>
    </section>
  )
}
