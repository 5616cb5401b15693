import { openedLink } from '@nerdify/browser/use-typed-words.ts'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { createPath, type NavigateOptions, useLocation, useNavigate } from 'react-router'

/** The path and the query of a page. */
interface Address {
  pathname: string
  search: string
}

/**
 * The address of a filtered list as its person last chose it, by a filter, a link or a key. A busy machine shows it late,
 * and a filter that starts from the shown address would take the last choice back. `isOfList` must be a stable function.
 */
export function useListAddress(isOfList: (pathname: string) => boolean) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const latest = useRef<Address>({ pathname, search })
  /** Addresses that do not show yet; an earlier one may show after a later one was chosen. */
  const pending = useRef<string[]>([])
  useLayoutEffect(() => {
    const own = pending.current.indexOf(createPath({ pathname, search }))
    if (own >= 0) {
      pending.current.splice(0, own + 1)
      return
    }
    pending.current = []
    latest.current = { pathname, search }
  }, [pathname, search])
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = openedLink(event)
      if (link && isOfList(link.pathname)) latest.current = { pathname: link.pathname, search: link.search }
    }
    document.addEventListener('click', follow, { capture: true })
    return () => document.removeEventListener('click', follow, { capture: true })
  }, [isOfList])
  const go = (address: Address, options?: NavigateOptions) => {
    latest.current = address
    pending.current.push(createPath(address))
    void navigate(address, options)
  }
  return {
    search: () => new URLSearchParams(latest.current.search),
    replaceSearch: (next: string) => go({ ...latest.current, search: next }, { replace: true }),
    open: (next: string) => go({ ...latest.current, pathname: next }),
  }
}
