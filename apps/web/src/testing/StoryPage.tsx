import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { MemoryRouter, parsePath, Route, Routes, useLocation } from 'react-router'
import { createQueryClient } from '../api/queries.ts'
import { Main, PageFrame } from '../ui/page/PageFrame.tsx'

interface StoryPageProps {
  /** Where the visit begins, with its query, and the state of its history entry. */
  path: string
  state?: unknown
  /** The screens, by the patterns of their paths. */
  screens: Readonly<Record<string, ComponentType>>
  /** Makes the store of answers, with those that are there already. */
  answers?: () => QueryClient
}

/** Screens in a page, a history and a store of answers of their own, for stories. Says where a screen leads beyond them. */
export function StoryPage({ path, state, screens, answers = createQueryClient }: StoryPageProps) {
  const [queryClient] = useState(() => soonTrying(answers()))
  return (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[{ ...parsePath(path), state }]}>
        <PageFrame>
          <Routes>
            {Object.entries(screens).map(([pattern, Screen]) => (
              <Route key={pattern} path={pattern} Component={Screen} />
            ))}
            <Route path="*" Component={Elsewhere} />
          </Routes>
        </PageFrame>
      </MemoryRouter>
    </QueryClientProvider>
  )
}

/** A failed call is tried again at once: what shows between is no state of its own. */
function soonTrying(queryClient: QueryClient): QueryClient {
  const { queries, ...others } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 0 } })
  return queryClient
}

function Elsewhere() {
  const { pathname } = useLocation()
  return (
    <Main>
      <h1>Leads to {pathname}</h1>
    </Main>
  )
}
