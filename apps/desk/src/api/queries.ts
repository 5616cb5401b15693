import { isCallError } from '@nerdify/browser/call-error.ts'
import type { CallError } from '@nerdify/contract/error-body.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { MutationCache, QueryCache, QueryClient, useQuery } from '@tanstack/react-query'
import { api } from './client.ts'
import { sessionMark } from './session-mark.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: CallError
  }
}

/** A person with a session, or the reason why there is none. */
export type Visitor = OperatorAnswer | 'signed out' | 'session ended'

/** The keys of the query cache. */
const queryKeys = { visitor: ['visitor'] as const }

/** Retries failures that may pass: no answer, or a failure of the server. A refusal is final. */
const mayPass = (failures: number, error: CallError) =>
  failures < 1 && (!isCallError(error) || error.status === 0 || error.status >= 500)

/** The query cache. A call that is refused because the session ended shows the sign-in (OPS-15). */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (!isCallError(error) || error.status !== 401) return
    sessionMark.remove()
    client.setQueryData<Visitor>(queryKeys.visitor, 'session ended')
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { networkMode: 'always', retry: mayPass, retryDelay: 500, refetchOnReconnect: true },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}

/** Shows another visitor's desk: no answer for the last one stays in the cache. */
export function changeVisitor(client: QueryClient, visitor: Visitor): void {
  if (typeof visitor === 'string') sessionMark.remove()
  else sessionMark.set()
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.visitor[0] })
  client.setQueryData<Visitor>(queryKeys.visitor, visitor)
}

/** Who uses this browser; read again when its tab shows, because a link may have signed in another tab. */
export const useVisitor = () =>
  useQuery({
    queryKey: queryKeys.visitor,
    refetchOnWindowFocus: 'always',
    async queryFn({ client, queryKey }): Promise<Visitor> {
      const before = client.getQueryData<Visitor>(queryKey)
      const isKnown = before !== undefined && before !== 'signed out'
      if (!sessionMark.isSet()) return isKnown ? 'session ended' : 'signed out'
      try {
        return await api.me()
      } catch (thrown) {
        if (!isCallError(thrown) || thrown.status !== 401) throw thrown
        sessionMark.remove()
        return 'session ended'
      }
    },
  })
