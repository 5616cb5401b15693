import type { UseQueryResult } from '@tanstack/react-query'
import { failureText } from '../api/failure-text.ts'
import type { Elements } from '../ui/elements.ts'
import { FailureBanner } from '../ui/surfaces/FailureBanner.tsx'
import { Skeleton } from '../ui/surfaces/Skeleton.tsx'

interface QueryStatusProps {
  query: UseQueryResult
  /** What is being read, e.g. `Loading your tasks`. */
  loading: string
  /** What could not be read. */
  failed: string
  /** Bars in the shape of what comes. */
  children: Elements
}

/** Shown while a query has no data: a skeleton, or why it failed, with a retry (ux 54). */
export const QueryStatus = ({ query, loading, failed, children }: QueryStatusProps) => (
  <>
    {query.isPending && <Skeleton label={loading}>{children}</Skeleton>}
    {query.isError && (
      <FailureBanner title={failed} busy={query.isFetching && loading} onRetry={() => void query.refetch()}>
        {failureText(query.error)}
      </FailureBanner>
    )}
  </>
)
