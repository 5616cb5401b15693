import { useLocation, useNavigate } from 'react-router'
import { useHydrated } from '../../frame/use-hydrated.ts'
import { SignInPage } from './SignInPage.tsx'
import { CodeStep } from './CodeStep.tsx'
import { PhoneStep } from './PhoneStep.tsx'
import { type SentMessage, type SignInEntry, signInEntry } from './sign-in-entry.ts'

/**
 * `/login/phone`: the number, then the code (AUTH-02 to AUTH-07). Both steps share the address; the history entry says
 * which one shows, so that Back leads to the number, still filled in, and a reload stays at the code (ux 8).
 */
export function Component() {
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const { typed = '', sent } = hydrated ? signInEntry(state) : {}

  const showCodeStep = async (phone: string, code: SentMessage) => {
    await navigate(pathname, { replace: true, state: { typed: phone } satisfies SignInEntry })
    await navigate(pathname, { state: { sent: code } satisfies SignInEntry })
  }

  return (
    <SignInPage>
      {sent === undefined ? (
        <PhoneStep key={typed} typed={typed} onSent={showCodeStep} />
      ) : (
        <CodeStep
          sent={sent}
          onResent={(code) => navigate(pathname, { replace: true, state: { sent: code } satisfies SignInEntry })}
        />
      )}
    </SignInPage>
  )
}
