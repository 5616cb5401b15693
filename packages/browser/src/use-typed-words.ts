import { useEffect, useRef, useState } from 'react'

/** Throttle interval: the first letters filter at once, fast typing is batched. */
const throttleMs = 150

/** The link that a click opens in this tab. */
export const openedLink = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): HTMLAnchorElement | null =>
  ctrlKey || metaKey || shiftKey || !(target instanceof Element) ? null : target.closest<HTMLAnchorElement>('a[href]')

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
  const latest = useRef(addressFilter)
  /** Sent filters that the address does not show yet. It may show an earlier one after a later one was sent. */
  const onWay = useRef<string[]>([])
  const sentAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const own = onWay.current.indexOf(addressFilter)
    if (own >= 0) {
      onWay.current.splice(0, own + 1)
      return
    }
    // A link or Back has changed the filter.
    onWay.current = []
    if (addressFilter !== latest.current) setWords(addressFilter)
    latest.current = addressFilter
  }, [addressFilter])
  const send = useRef(onFilter)
  useEffect(() => {
    send.current = onFilter
  })
  useEffect(() => {
    const filter = words.trim()
    if (filter === latest.current) return
    const remainingMs = Math.max(0, sentAt.current + throttleMs - performance.now())
    // A single letter finds too much, and another one usually follows.
    const delayMs = filter.length === 1 ? throttleMs : remainingMs
    const timer = setTimeout(() => {
      latest.current = filter
      onWay.current.push(filter)
      sentAt.current = performance.now()
      send.current(filter)
    }, delayMs)
    const cancel = () => clearTimeout(timer)
    const cancelOnLink = (event: MouseEvent) => {
      if (openedLink(event)) cancel()
    }
    document.addEventListener('click', cancelOnLink, { capture: true })
    return () => {
      document.removeEventListener('click', cancelOnLink, { capture: true })
      cancel()
    }
  }, [words, listAddress])
  return [words, setWords] as const
}
