import '@nerdify/ui/tokens/tokens.css'
import '@nerdify/ui/tokens/base.css'
import './desk.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { createQueryClient } from './api/queries.ts'
import { App } from './App.tsx'

const root = document.querySelector('#root')
if (root === null) throw new Error('index.html must have the element #root')
createRoot(root).render(
  <QueryClientProvider client={createQueryClient()}>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </QueryClientProvider>,
)
