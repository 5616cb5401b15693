import { useEffect, useRef, useState } from 'react'

/** Words are sent at most this often, in ms: after a pause at once, those of fast typing together. */
const sendPauseMs = 150

/** A press that leads to another address in this tab. */
const isOnLink = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  !ctrlKey && !metaKey && !shiftKey && target instanceof Element && target.closest('a[href]') !== null

interface TypedWordsProps {
  /** The filter of the address. */
  inAddress: string
  /** Another one filters again what was typed before a press led there; undefined for a search that such a press ends. */
  place?: string
  onFilter: (words: string) => void
}

/**
 * The words of a search field that filters as somebody types. A press on a link comes first: it would be lost if the
 * filter of the last keys replaced its address.
 */
export function useTypedWords({ inAddress, place, onFilter }: TypedWordsProps) {
  const [words, setWords] = useState(inAddress)
  /** The words that are in the address, or on their way there. */
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
    const rest = Math.max(0, sentAt.current + sendPauseMs - performance.now())
    // One letter alone is too little to search by, and seldom stays alone.
    const wait = typed.length === 1 ? sendPauseMs : rest
    const timer = setTimeout(() => {
      sent.current = typed
      sentAt.current = performance.now()
      latestFilter.current(typed)
    }, wait)
    const stop = () => clearTimeout(timer)
    const press = (event: MouseEvent) => {
      if (isOnLink(event)) stop()
    }
    document.addEventListener('click', press, { capture: true })
    return () => {
      document.removeEventListener('click', press, { capture: true })
      stop()
    }
  }, [words, place])
  return [words, setWords] as const
}
