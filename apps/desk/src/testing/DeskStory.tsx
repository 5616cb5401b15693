import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import '../desk.css'
import { createQueryClient } from '../api/queries.ts'

/** A clerk at the desk of a story. */
export const aClerk: OperatorAnswer = {
  id: 'staff-1',
  name: 'Cleo',
  email: 'cleo@nerdify.test',
  role: 'clerk',
  company_zone: 'America/Los_Angeles',
  sandbox: false,
  expires_at: null,
}

interface DeskStoryProps {
  /** The address of the story. */
  path: string
  /** Screens by their routes. */
  screens: Readonly<Record<string, ReactNode>>
}

/** Screens at an address of the desk, with a query cache of their own. */
export function DeskStory({ path, screens }: DeskStoryProps) {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>
        <div className="desk">
          <Routes>
            {Object.entries(screens).map(([route, screen]) => (
              <Route key={route} path={route} element={screen} />
            ))}
          </Routes>
        </div>
      </MemoryRouter>
    </QueryClientProvider>
  )
}
