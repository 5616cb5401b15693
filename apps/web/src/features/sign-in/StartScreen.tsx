import { webPaths } from '@nerdify/contract/web-paths.ts'
import { useLocation, useNavigate } from 'react-router'
import { type BegunEntry, type BegunOrder, begunOrderIn } from '../../orders/begun-order.ts'
import { useHydrated } from '../../frame/use-hydrated.ts'
import { session } from '../../visit/session.ts'
import { SignInPage } from './SignInPage.tsx'
import { CodeStep } from './CodeStep.tsx'
import { type Sent, type SignInEntry, signInEntry } from './sign-in-entry.ts'
import { StartForm } from './StartForm.tsx'

/**
 * `/start`: what Nerdify is, the price of a task, and the way to it: number, code, order form (DOOR-01, DOOR-02). As at
 * `/login/phone`, the history entry says which step shows; it carries the choices over a reload and Back.
 */
export function Component() {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const { typed = '', sent } = hydrated ? signInEntry(state) : {}
  const begun = hydrated ? begunOrderIn(state) : undefined

  const keep = (entry: SignInEntry, order: BegunOrder, replace: boolean) =>
    navigate(pathname + search, { replace, state: { ...entry, begun: order } satisfies SignInEntry & BegunEntry })

  const goOn = (order: BegunOrder, replace: boolean) =>
    navigate(webPaths.newOrderForm(order.jobType), { replace, state: { begun: order } satisfies BegunEntry })

  if (sent === undefined || begun === undefined) {
    return (
      <StartForm
        key={`${typed} ${begun !== undefined}`}
        typed={typed}
        begun={begun}
        onSent={async (phone, code, order) => {
          await keep({ typed: phone }, order, true)
          await keep({ sent: code }, order, false)
        }}
        onSignedIn={(order) => void goOn(order, false)}
      />
    )
  }
  return (
    <SignInPage>
      <CodeStep
        sent={sent}
        next={webPaths.newOrderForm(begun.jobType)}
        onResent={(code: Sent) => void keep({ sent: code }, begun, true)}
        onToken={(jwt, isHere) => {
          session.start(jwt)
          if (isHere) void goOn(begun, true)
        }}
      />
    </SignInPage>
  )
}
