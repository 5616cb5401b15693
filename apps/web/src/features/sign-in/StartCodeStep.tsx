import { webPaths } from '@nerdify/contract/web-paths.ts'
import { useLocation, useNavigate } from 'react-router'
import { type BegunEntry, begunOrderIn } from '../../orders/begun-order.ts'
import { session } from '../../visit/session.ts'
import { CodeStep } from './CodeStep.tsx'
import { type SignInEntry, signInEntry } from './sign-in-entry.ts'
import { SignInPage } from './SignInPage.tsx'

/** The code, by the history entry of {@link StartScreen}, and the way on to the order form (DOOR-02). */
export function Component() {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const { sent } = signInEntry(state)
  const begun = begunOrderIn(state)
  if (sent === undefined || begun === undefined) return null
  const next = webPaths.newOrderForm(begun.jobType)
  return (
    <SignInPage>
      <CodeStep
        sent={sent}
        next={next}
        onResent={(again) => {
          const entry: SignInEntry & BegunEntry = { sent: again, begun }
          void navigate(pathname + search, { replace: true, state: entry })
        }}
        onToken={(jwt, isHere) => {
          session.start(jwt)
          if (isHere) void navigate(next, { replace: true, state: { begun } satisfies BegunEntry })
        }}
      />
    </SignInPage>
  )
}
