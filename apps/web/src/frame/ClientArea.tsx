import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { takeFirstData } from '../api/first-data.ts'
import { createQueryClient, keepFirstData } from '../api/queries.ts'
import { identity } from '../identity.ts'
import { session } from '../session.ts'
import { useRestoredPage } from './restored-page.ts'

const queryClient = createQueryClient()

/** Keeps what was asked for before this area was drawn: as the visit began, or by a link that signed in. */
function takeAhead(): void {
  const first = takeFirstData()
  if (first !== undefined) keepFirstData(queryClient, first)
}

// Nothing of one person is ever shown to the next (AUTH-15).
session.onEnd(() => queryClient.clear())

/** Around all pages of a client: the answers of the API that they share. */
export function Component() {
  useState(takeAhead)
  useRestoredPage(() => void queryClient.invalidateQueries())
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <IdentityQuestion />
    </QueryClientProvider>
  )
}

/**
 * Asks whether it is the person, when a call of theirs is out of the session's reach (SAFE-03). Where its code cannot be loaded,
 * the call stays refused, and what was typed stays.
 */
function IdentityQuestion() {
  const [isAsked, setAsked] = useState(false)
  const [Question, setQuestion] = useState<ComponentType>()
  useEffect(() => identity.askBy(setAsked), [])
  useEffect(() => {
    if (!isAsked) return
    import('../features/sign-in/ConfirmDialog.tsx').then(
      ({ ConfirmDialog }) => setQuestion(() => ConfirmDialog),
      () => identity.answer(false),
    )
  }, [isAsked])
  return isAsked && Question && <Question />
}
