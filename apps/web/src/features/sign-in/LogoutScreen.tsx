import { webPaths } from '@nerdify/contract/web-paths.ts'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { api } from '../../api/client.ts'
import { ColumnPage } from '../../frame/ColumnPage.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { trackScreen } from '../../frame/track-screen.ts'
import { session } from '../../visit/session.ts'
import { logoutTexts } from '../../texts/sign-in.ts'
import { isForced } from './sign-in-entry.ts'

/** Timeout of the server's sign-out, in ms: signing out here must not depend on it. */
const longestWait = 3000

/** Ends the session here at once, then on the server (AUTH-15); a failure there must not delay it (AUTH-23). */
async function signOut(chosen: boolean): Promise<void> {
  // Start the call first, while the session still has the token.
  const ended = session.token() === undefined ? Promise.resolve() : api.signOut().then(undefined, () => undefined)
  session.end({ chosen })
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, longestWait))])
}

/**
 * `/logout` (AUTH-15): signs out and goes to `/login`. After a refused session the requested page and the drafts stay
 * (AUTH-23).
 */
export function Component() {
  useScreenTitle(logoutTexts.title)
  const navigate = useNavigate()
  const { state } = useLocation()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const forced = isForced(state)
    const isHere = trackScreen()
    void signOut(!forced).then(() => isHere() && navigate(webPaths.login(), { replace: true, state: { forced } }))
  }, [state, navigate])

  return (
    <ColumnPage>
      <h1>{logoutTexts.title}</h1>
    </ColumnPage>
  )
}
