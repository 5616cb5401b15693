import { useEffect, useRef, useState } from 'react'

/** The throttle: the first letters filter at once, fast typing is sent together. */
const sendPauseMs = 150

/** A click on a link that opens in this tab. */
const isOnLink = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  !ctrlKey && !metaKey && !shiftKey && target instanceof Element && target.closest('a[href]') !== null

interface TypedWordsProps {
  /** The filter of the address. */
  inAddress: string
  /** The list's address: if a link changes it, pending words filter there. Without it, a link ends the search. */
  place?: string
  onFilter: (words: string) => void
}

/**
 * The words of a search field that filters while typing. A click on a link cancels the pending filter, which would
 * otherwise replace the link's address.
 */
export function useTypedWords({ inAddress, place, onFilter }: TypedWordsProps) {
  const [words, setWords] = useState(inAddress)
  /** The words that are in the address, or about to be. */
  const sent = useRef(inAddress)
  const sentAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    // A link or Back has changed the filter.
    if (inAddress !== sent.current) setWords(inAddress)
    sent.current = inAddress
  }, [inAddress])
  const latestFilter = useRef(onFilter)
  useEffect(() => {
    latestFilter.current = onFilter
  })
  useEffect(() => {
    const typed = words.trim()
    if (typed === sent.current) return
    const pauseLeft = Math.max(0, sentAt.current + sendPauseMs - performance.now())
    // A single letter finds too much, and another one usually follows.
    const wait = typed.length === 1 ? sendPauseMs : pauseLeft
    const timer = setTimeout(() => {
      sent.current = typed
      sentAt.current = performance.now()
      latestFilter.current(typed)
    }, wait)
    const cancel = () => clearTimeout(timer)
    const cancelOnLink = (event: MouseEvent) => {
      if (isOnLink(event)) cancel()
    }
    document.addEventListener('click', cancelOnLink, { capture: true })
    return () => {
      document.removeEventListener('click', cancelOnLink, { capture: true })
      cancel()
    }
  }, [words, place])
  return [words, setWords] as const
}
