import { useNavigate, useParams } from 'react-router'
import { KeySignIn } from './KeySignIn.tsx'
import { useNextPath } from './use-next-path.ts'

/** `/authkey/{shortKey}`: the link of a text message (AUTH-10). */
export function Component() {
  const { shortKey = '' } = useParams()
  const navigate = useNavigate()
  const next = useNextPath()
  return (
    <KeySignIn
      key={shortKey}
      factor="key"
      value={shortKey}
      next={next}
      onSignedIn={() => void navigate(next, { replace: true })}
    />
  )
}
