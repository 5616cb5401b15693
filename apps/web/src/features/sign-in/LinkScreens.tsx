import { webPaths } from '@nerdify/contract/web-paths.ts'
import { nextPath } from '@nerdify/contract/web-routes.ts'
import { useParams, useSearchParams } from 'react-router'
import { KeySignIn } from './KeySignIn.tsx'

/** The page after a link's sign-in: the query's `next` if it is a client's page, else `/orders` (AUTH-11). */
const useNextPath = (): string => nextPath(useSearchParams()[0].get('next'))

/** `/auth/{code}`: a mailed link (AUTH-10). */
export function MailLink() {
  const { code = '' } = useParams()
  return <KeySignIn key={code} factor="code" value={code} next={useNextPath()} />
}

/** `/authkey/{shortKey}`: a texted link (AUTH-10). */
export function ShortLink() {
  const { shortKey = '' } = useParams()
  return <KeySignIn key={shortKey} factor="key" value={shortKey} next={useNextPath()} />
}

/** `/r/{referralCode}/{orderId}/rating/{param?}`: signs in and leads to the rating of the order (AUTH-13). */
export function RatingLink() {
  const { referralCode: key = '', orderId = '', mark } = useParams()
  return <KeySignIn key={key} factor="key" value={key} orderId={orderId} next={webPaths.orderRating(orderId, mark)} />
}
