import { createContext, use, useSyncExternalStore } from 'react'
import { session } from '../visit/session.ts'

/** Whether the screens are prerendered for a signed-in person. */
export const PrerenderedForClient = createContext(false)

/** Whether a person is signed in, in sync with the other tabs (AUTH-18). During hydration as prerendered. */
export function useSignedIn(): boolean {
  const isPrerendered = use(PrerenderedForClient)
  return useSyncExternalStore(
    session.onChange,
    () => session.token() !== undefined,
    () => isPrerendered,
  )
}
