import type { ReactNode } from 'react'
import styles from './ForFriends.module.css'
import { useHydrated } from './use-hydrated.ts'

/** The attribute in a prerendered page. */
export const friendsMark = 'data-for-friends'

/**
 * Content for visitors whom a friend referred (REF-04). A prerendered page always contains it; the page's script
 * (`prerender.tsx`) reveals it, so that hydration moves nothing.
 */
export function ForFriends({ isFriend, children }: { isFriend: boolean; children: ReactNode }) {
  const isHydrated = useHydrated()
  if (isHydrated && !isFriend) return null
  return (
    <div className={isHydrated ? undefined : styles.unknown} {...{ [friendsMark]: '' }}>
      {children}
    </div>
  )
}

/**
 * The class of a prerendered value that does not apply to friends: until hydration it is invisible to them, and keeps
 * its space.
 */
export const useNotForFriends = (): string | undefined => (useHydrated() ? undefined : styles.notForFriends)
