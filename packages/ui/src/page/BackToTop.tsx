import { useEffect, useState } from 'react'
import styles from './BackToTop.module.css'
import { ArrowUpIcon } from '../actions/Icons.tsx'
import { mainId } from './PageFrame.tsx'
import { backToTopText } from '../part-texts.ts'

const scrollToTop = () => {
  window.scrollTo({ top: 0 })
  // The button disappears, so the focus moves to the start of the page.
  document.getElementById(mainId)?.focus({ preventScroll: true })
}

/** Whether the page is scrolled by more than one screen. */
function useIsPastFirstScreen(): boolean {
  const [isPast, setPast] = useState(false)
  useEffect(() => {
    const firstScreen = document.createElement('span')
    firstScreen.className = styles.firstScreen ?? ''
    firstScreen.ariaHidden = 'true'
    document.body.append(firstScreen)
    // A busy page gets the entries of several frames at once, the latest last.
    const observer = new IntersectionObserver((entries) => setPast(entries.at(-1)?.isIntersecting === false))
    observer.observe(firstScreen)
    return () => {
      observer.disconnect()
      firstScreen.remove()
    }
  }, [])
  return isPast
}

/**
 * A round button that shows after scrolling by more than one screen (UI-03). It never covers the page (EASE-11): it is
 * beside the page if there is room, otherwise in a strip at the bottom, or in the bottom bar.
 */
export function BackToTop({ place = 'window' }: { place?: 'window' | 'bar' }) {
  const isPastFirstScreen = useIsPastFirstScreen()
  if (!isPastFirstScreen) return null
  return (
    <div className={place === 'bar' ? undefined : styles.strip}>
      <button
        type="button"
        className={styles.button}
        aria-label={backToTopText}
        title={backToTopText}
        onClick={scrollToTop}
      >
        <ArrowUpIcon />
      </button>
    </div>
  )
}
