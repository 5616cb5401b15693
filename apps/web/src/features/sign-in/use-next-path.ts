import { nextPath } from '@nerdify/contract/web-routes.ts'
import { useSearchParams } from 'react-router'

/** Where a link leads once it has signed in: the query's `next` if that is a client's page, else `/orders` (AUTH-11). */
export function useNextPath(): string {
  const [query] = useSearchParams()
  return nextPath(query.get('next'))
}
