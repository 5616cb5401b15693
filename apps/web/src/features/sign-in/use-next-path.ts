import { safePath } from '@nerdify/domain/sign-in/next-path.ts'
import { useSearchParams } from 'react-router'

/** Where a link leads once it has signed in: the query's `next` if that is a page of this site, else `/orders` (AUTH-11). */
export function useNextPath(): string {
  const [query] = useSearchParams()
  return safePath(query.get('next'))
}
