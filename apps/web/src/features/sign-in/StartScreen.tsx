import { startPaths } from '@nerdify/contract/start-paths.ts'
import { lazyScreen } from '@nerdify/browser/lazy-screen.tsx'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type BegunEntry, type BegunOrder, begunOrderIn } from '../../orders/begun-order.ts'
import { onceIdle } from '../../frame/late-part.tsx'
import { useHydrated } from '../../frame/use-hydrated.ts'
import { type SignInEntry, signInEntry } from './sign-in-entry.ts'
import { StartForm } from './StartForm.tsx'

/** The second step; its code loads once the first step is interactive (DOOR-01). */
export const StartCode = lazyScreen(() => import('./StartCodeStep.tsx'))

const loadCode = () => StartCode.preload().catch(() => undefined)

/**
 * `/start`: introduces Nerdify, shows the price of a task, and leads to its form by number and code (DOOR-01,
 * DOOR-02). As at `/login/phone`, the history entry names the step, and carries the choices over a reload and Back.
 */
export function Component() {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const { typed = '', sent } = hydrated ? signInEntry(state) : {}
  const begun = hydrated ? begunOrderIn(state) : undefined
  useEffect(() => onceIdle(() => void loadCode()), [])

  if (sent !== undefined && begun !== undefined) return <StartCode />

  const keep = (entry: SignInEntry, order: BegunOrder, replace: boolean) =>
    navigate(pathname + search, { replace, state: { ...entry, begun: order } satisfies SignInEntry & BegunEntry })

  return (
    <StartForm
      key={`${typed} ${begun !== undefined}`}
      typed={typed}
      begun={begun}
      onSent={async (phone, code, order) => {
        await loadCode()
        await keep({ typed: phone }, order, true)
        await keep({ sent: code }, order, false)
      }}
      onSignedIn={(order) =>
        void navigate(startPaths.newOrderForm(order.jobType), { state: { begun: order } satisfies BegunEntry })
      }
    />
  )
}
