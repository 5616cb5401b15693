import type { UseQueryResult } from '@tanstack/react-query'
import { failureText } from '@nerdify/browser/failure-text.ts'
import type { Elements } from '@nerdify/ui/elements.ts'
import { FailureBanner } from '@nerdify/ui/surfaces/FailureBanner.tsx'
import { Skeleton } from '@nerdify/ui/surfaces/Skeleton.tsx'

interface QueryStatusProps {
  query: UseQueryResult
  /** The loading text, e.g. `Loading your tasks`. */
  loading: string
  /** The title of a failure. */
  failed: string
  /** A skeleton in the shape of the data. */
  children: Elements
}

/** The state of a query without data: a skeleton, or the failure with a retry (ux 54). */
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
