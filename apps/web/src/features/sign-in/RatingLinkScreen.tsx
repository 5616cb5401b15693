import { webPaths } from '@nerdify/contract/web-paths.ts'
import { useNavigate, useParams } from 'react-router'
import { KeySignIn } from './KeySignIn.tsx'

/** `/r/{referralCode}/{orderId}/rating/{param?}`: signs in and leads to the rating of the order (AUTH-13). */
export function Component() {
  const { referralCode = '', orderId = '', mark } = useParams()
  const navigate = useNavigate()
  const next = webPaths.orderRating(orderId, mark)
  return (
    <KeySignIn
      key={referralCode}
      factor="key"
      value={referralCode}
      orderId={orderId}
      next={next}
      onSignedIn={() => void navigate(next, { replace: true })}
    />
  )
}
