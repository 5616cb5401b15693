import { createContext, use, useSyncExternalStore } from 'react'
import { session } from '../visit/session.ts'

/** Whether screens are prerendered for a signed-in person. */
export const PrerenderedForClient = createContext(false)

/** Whether somebody is signed in; follows the other tabs (AUTH-18). False during hydration. */
export function useSignedIn(): boolean {
  const isAhead = use(PrerenderedForClient)
  return useSyncExternalStore(
    session.onChange,
    () => session.token() !== undefined,
    () => isAhead,
  )
}
