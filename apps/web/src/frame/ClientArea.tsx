import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { takeFirstData } from '../api/first-data.ts'
import { createQueryClient, keepFirstData } from '../api/queries.ts'
import { session } from '../session.ts'

const queryClient = createQueryClient()
const first = takeFirstData()
if (first !== undefined) keepFirstData(queryClient, first)

// Nothing of one person is ever shown to the next (AUTH-15).
session.onEnd(() => queryClient.clear())

/** The browser brought a whole page back, after the card page say: what it shows may be old. */
const refreshRevivedPage = ({ persisted }: PageTransitionEvent) => {
  if (persisted) void queryClient.invalidateQueries()
}

/** Around all pages of a client: the answers of the API that they share. */
export function Component() {
  useEffect(() => {
    window.addEventListener('pageshow', refreshRevivedPage)
    return () => window.removeEventListener('pageshow', refreshRevivedPage)
  }, [])
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  )
}
