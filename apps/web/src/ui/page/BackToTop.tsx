import { useEffect, useState } from 'react'
import styles from './BackToTop.module.css'
import { ArrowUpIcon } from '../actions/Icons.tsx'
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
    // A busy page hears of several frames at once, the latest of them last.
    const observer = new IntersectionObserver((entries) => setLeft(entries.at(-1)?.isIntersecting === false))
    observer.observe(firstScreen)
    return () => {
      observer.disconnect()
      firstScreen.remove()
    }
  }, [])
  return left
}

/**
 * A round button that shows once the page is scrolled by more than one screen (UI-03). It never lies over the page (EASE-11): it
 * stands beside it where there is room, else in a strip at the bottom; where there is a bar, in that.
 */
export function BackToTop({ place = 'window' }: { place?: 'window' | 'bar' }) {
  const left = useFirstScreenLeft()
  if (!left) return null
  return (
    <div className={place === 'bar' ? undefined : styles.strip}>
      <button type="button" className={styles.button} aria-label={backToTopText} title={backToTopText} onClick={toTop}>
        <ArrowUpIcon />
      </button>
    </div>
  )
}
