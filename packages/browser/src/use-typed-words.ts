import { useEffect, useRef, useState } from 'react'

/** How long a pause of typing sends the words, in ms. */
const typingPauseMs = 150

/** The words of a search field that filters as somebody types; `inAddress` is the filter of the address. */
export function useTypedWords(inAddress: string, onFilter: (words: string) => void) {
  const [words, setWords] = useState(inAddress)
  /** The words that are in the address, or on their way there. */
  const sent = useRef(inAddress)
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
    const timer = setTimeout(() => {
      if (typed === sent.current) return
      sent.current = typed
      latestFilter.current(typed)
    }, typingPauseMs)
    return () => clearTimeout(timer)
  }, [words])
  return [words, setWords] as const
}
