import { useEffect, useState } from 'react'
import styles from './BackToTop.module.css'
import { ArrowUpIcon } from '../actions/Icons.tsx'
import { joinClasses } from '../join-classes.ts'
import { mainId } from './PageFrame.tsx'
import { backToTopText } from '../part-texts.ts'

const toTop = () => {
  window.scrollTo({ top: 0 })
  // The button goes away, so the focus goes where the page begins.
  document.getElementById(mainId)?.focus({ preventScroll: true })
}

/** Whether the page is scrolled by more than one screen. */
function useFirstScreenLeft(): boolean {
  const [left, setLeft] = useState(false)
  useEffect(() => {
    const firstScreen = document.createElement('span')
    firstScreen.className = styles.firstScreen ?? ''
    firstScreen.ariaHidden = 'true'
    document.body.append(firstScreen)
    const observer = new IntersectionObserver(([entry]) => setLeft(entry?.isIntersecting === false))
    observer.observe(firstScreen)
    return () => {
      observer.disconnect()
      firstScreen.remove()
    }
  }, [])
  return left
}

/**
 * A round button that shows once the page is scrolled by more than one screen (UI-03). It stands in the corner of the window; where
 * there is a bar at the bottom, that one brings its own, which moves with it.
 */
export function BackToTop({ place = 'window' }: { place?: 'window' | 'bar' }) {
  const left = useFirstScreenLeft()
  if (!left) return null
  return (
    <button
      type="button"
      className={joinClasses(styles.button, place === 'bar' ? styles.aboveBar : styles.inWindow)}
      aria-label={backToTopText}
      title={backToTopText}
      onClick={toTop}
    >
      <ArrowUpIcon />
    </button>
  )
}
