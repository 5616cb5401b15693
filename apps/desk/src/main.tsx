import '@nerdify/ui/tokens/tokens.css'
import '@nerdify/ui/tokens/base.css'
import './desk.css'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { createQueryClient, prefetchDesk } from './api/queries.ts'
import { App } from './App.tsx'
import { queryOf } from './features/queue/queue-query.ts'

const root = document.querySelector('#root')
if (root === null) throw new Error('index.html must have the element #root')
const queryClient = createQueryClient()
const isQueue = location.pathname === deskPaths.queue()
prefetchDesk(queryClient, isQueue ? queryOf(new URLSearchParams(location.search)) : undefined)
createRoot(root).render(
  <QueryClientProvider client={queryClient}>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </QueryClientProvider>,
)
