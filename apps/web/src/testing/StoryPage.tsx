import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { MemoryRouter, parsePath, Route, Routes, useLocation } from 'react-router'
import { createQueryClient } from '../api/queries.ts'
import { Main, PageFrame } from '@nerdify/ui/page/PageFrame.tsx'

interface StoryPageProps {
  /** The start address with its query, and the state of its history entry. */
  path: string
  state?: unknown
  /** The screens by their route patterns. */
  screens: Readonly<Record<string, ComponentType>>
  /** Creates the query client, with its cached answers. */
  answers?: () => QueryClient
}

/** Screens with their own page, history and query client, for stories. Names the target of links to other screens. */
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

/** Retries a failed call at once, because the pause has no state of its own. */
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
