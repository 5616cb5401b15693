import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { takeFirstData } from '../api/first-data.ts'
import { createQueryClient, keepFirstData } from '../api/queries.ts'
import { identity } from '../identity.ts'
import { session } from '../session.ts'
import { useRestoredPage } from './restored-page.ts'

/** Stands in for the question where its code could not be loaded: the call stays refused, and what was typed stays. */
function NoQuestion() {
  useEffect(() => identity.answer(false), [])
  return null
}

const ConfirmDialog = lazy<ComponentType>(() =>
  import('../features/sign-in/ConfirmDialog.tsx').then(
    (loaded) => ({ default: loaded.ConfirmDialog }),
    () => ({ default: NoQuestion }),
  ),
)

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

/** Asks whether it is the person, when a call of theirs is out of the session's reach (SAFE-03). */
function IdentityQuestion() {
  const [isAsked, setAsked] = useState(false)
  useEffect(() => identity.askBy(setAsked), [])
  return (
    isAsked && (
      <Suspense fallback={null}>
        <ConfirmDialog />
      </Suspense>
    )
  )
}
