import type { ReactNode } from 'react'
import styles from './ForFriends.module.css'
import { useHydrated } from './use-hydrated.ts'

/** The attribute in a prerendered page. */
export const friendsMark = 'data-for-friends'

/**
 * Content for visitors whom a friend sent (REF-04). A prerendered page contains it for everybody; its script
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
 * The class of a value in a prerendered page that is not the friend's: until hydration it is invisible for them, and keeps
 * its room.
 */
export const useNotForFriends = (): string | undefined => (useHydrated() ? undefined : styles.notForFriends)
