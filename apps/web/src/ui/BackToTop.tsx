import { useEffect, useRef, useState } from 'react'
import styles from './BackToTop.module.css'
import { ArrowUpIcon } from './Icons.tsx'
import { mainId } from './PageFrame.tsx'
import { backToTopText } from './part-texts.ts'

const toTop = () => {
  window.scrollTo({ top: 0 })
  // The button goes away, so the focus goes where the page begins.
  document.getElementById(mainId)?.focus({ preventScroll: true })
}

/** A round button that shows once the page is scrolled by more than one screen (UI-03). */
export function BackToTop() {
  const firstScreen = useRef<HTMLSpanElement>(null)
  const [away, setAway] = useState(false)

  useEffect(() => {
    if (firstScreen.current === null) return
    const observer = new IntersectionObserver(([entry]) => setAway(entry?.isIntersecting === false))
    observer.observe(firstScreen.current)
    return () => observer.disconnect()
  }, [])

  return (
    <>
      <span ref={firstScreen} className={styles.firstScreen} aria-hidden="true" />
      {away && (
        <button
          type="button"
          className={styles.button}
          aria-label={backToTopText}
          title={backToTopText}
          onClick={toTop}
        >
          <ArrowUpIcon />
        </button>
      )}
    </>
  )
}
