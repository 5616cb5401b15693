import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { takeFirstData } from '../api/first-data.ts'
import { createQueryClient, keepFirstData } from '../api/queries.ts'
import { identity } from '../visit/identity.ts'
import { session } from '../visit/session.ts'
import { useRestoredPage } from './restored-page.ts'

const queryClient = createQueryClient()

/**
 * Fills the cache with data that was requested before this area rendered: at the start of the visit, or by a sign-in
 * link.
 */
function fillCache(): void {
  const first = takeFirstData()
  if (first !== undefined) keepFirstData(queryClient, first)
}

// One person's data must never show to the next (AUTH-15).
session.onEnd(() => queryClient.clear())

/** Wraps all pages of a client with their shared query cache. */
export function Component() {
  useState(fillCache)
  useRestoredPage(() => void queryClient.invalidateQueries())
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <IdentityQuestion />
    </QueryClientProvider>
  )
}

/**
 * Asks for the person's identity when a call is beyond the session's reach (SAFE-03). If its code cannot load, the call
 * stays refused, and typed values stay.
 */
function IdentityQuestion() {
  const [isAsked, setAsked] = useState(false)
  const [Question, setQuestion] = useState<ComponentType>()
  useEffect(() => identity.registerAsker(setAsked), [])
  useEffect(() => {
    if (!isAsked) return
    import('../features/sign-in/ConfirmDialog.tsx').then(
      ({ ConfirmDialog }) => setQuestion(() => ConfirmDialog),
      () => identity.answer(false),
    )
  }, [isAsked])
  return isAsked && Question && <Question />
}
