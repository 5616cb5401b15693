import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { takeFirstData } from '../api/first-data.ts'
import { createQueryClient, keepFirstData } from '../api/queries.ts'
import { session } from '../session.ts'
import { useRevivedPage } from './revived-page.ts'

const queryClient = createQueryClient()
const first = takeFirstData()
if (first !== undefined) keepFirstData(queryClient, first)

// Nothing of one person is ever shown to the next (AUTH-15).
session.onEnd(() => queryClient.clear())

/** Around all pages of a client: the answers of the API that they share. */
export function Component() {
  useRevivedPage(() => void queryClient.invalidateQueries())
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  )
}
