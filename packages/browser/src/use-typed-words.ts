import { useEffect, useRef, useState } from 'react'

/** Throttle interval: the first letters filter at once, fast typing is batched. */
const throttleMs = 150

/** A click on a link that opens in this tab. */
const isOnLink = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  !ctrlKey && !metaKey && !shiftKey && target instanceof Element && target.closest('a[href]') !== null

interface TypedWordsProps {
  /** The filter in the address. */
  addressFilter: string
  /** The list's address: if a link changes it, pending words filter there. Without it, a link ends the search. */
  listAddress?: string
  onFilter: (words: string) => void
}

/**
 * The words of a search field that filters while typing. A click on a link cancels the pending filter, which would
 * otherwise replace the link's address.
 */
export function useTypedWords({ addressFilter, listAddress, onFilter }: TypedWordsProps) {
  const [words, setWords] = useState(addressFilter)
  /** The filter that the address has, or is about to have. */
  const sentFilter = useRef(addressFilter)
  const sentAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    // A link or Back has changed the filter.
    if (addressFilter !== sentFilter.current) setWords(addressFilter)
    sentFilter.current = addressFilter
  }, [addressFilter])
  const latestFilter = useRef(onFilter)
  useEffect(() => {
    latestFilter.current = onFilter
  })
  useEffect(() => {
    const filter = words.trim()
    if (filter === sentFilter.current) return
    const remainingMs = Math.max(0, sentAt.current + throttleMs - performance.now())
    // A single letter finds too much, and another one usually follows.
    const delayMs = filter.length === 1 ? throttleMs : remainingMs
    const timer = setTimeout(() => {
      sentFilter.current = filter
      sentAt.current = performance.now()
      latestFilter.current(filter)
    }, delayMs)
    const cancel = () => clearTimeout(timer)
    const cancelOnLink = (event: MouseEvent) => {
      if (isOnLink(event)) cancel()
    }
    document.addEventListener('click', cancelOnLink, { capture: true })
    return () => {
      document.removeEventListener('click', cancelOnLink, { capture: true })
      cancel()
    }
  }, [words, listAddress])
  return [words, setWords] as const
}
