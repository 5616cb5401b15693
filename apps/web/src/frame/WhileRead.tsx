import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureText } from '../api/failure-text.ts'
import { FailureBanner } from '../ui/surfaces/FailureBanner.tsx'
import { Skeleton } from '../ui/surfaces/Skeleton.tsx'

interface WhileReadProps {
  query: UseQueryResult
  /** What is being read, e.g. `Loading your tasks`. */
  loading: string
  /** What could not be read. */
  failed: string
  /** Bars in the shape of what comes. */
  children: ReactNode
}

/** Stands where something is read until it is there: its shape, or why it could not be read, with the way to try again (ux 54). */
export const WhileRead = ({ query, loading, failed, children }: WhileReadProps) => (
  <>
    {query.isPending && <Skeleton label={loading}>{children}</Skeleton>}
    {query.isError && (
      <FailureBanner title={failed} busy={query.isFetching && loading} onRetry={() => void query.refetch()}>
        {failureText(query.error)}
      </FailureBanner>
    )}
  </>
)
