import { useNavigate, useParams } from 'react-router'
import { KeySignIn } from './KeySignIn.tsx'
import { useNextPath } from './use-next-path.ts'

/** `/auth/{code}`: the link of a mail (AUTH-10). */
export function Component() {
  const { code = '' } = useParams()
  const navigate = useNavigate()
  const next = useNextPath()
  return (
    <KeySignIn
      key={code}
      factor="code"
      value={code}
      next={next}
      onSignedIn={() => void navigate(next, { replace: true })}
    />
  )
}
