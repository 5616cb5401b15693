import type { ReactNode } from 'react'
import styles from './ForFriends.module.css'
import { useHydrated } from './use-hydrated.ts'

/** What marks it in a prerendered page. */
export const friendsMark = 'data-for-friends'

/**
 * What is for whoever a friend sent (REF-04). A prerendered page has it for everybody, and shows it to those whom its script has
 * marked (`mark-friend.ts`): nothing moves when the page is hydrated.
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
