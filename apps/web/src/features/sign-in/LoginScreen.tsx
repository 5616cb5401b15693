import { webPaths } from '@nerdify/contract/web-paths.ts'
import { Link, useLocation } from 'react-router'
import { ContactUs } from '../../frame/links.tsx'
import { useLoadAhead } from '../../frame/load-ahead.ts'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { useHydrated } from '../../frame/use-hydrated.ts'
import { paymentOf } from '../../visit/payment-return.ts'
import { loginTexts, signInHeads } from '../../texts/sign-in.ts'
import { ChoiceRowBody, choiceListClass, choiceRowClass } from '@nerdify/ui/choices/ChoiceRow.tsx'
import { ChevronRightIcon } from '@nerdify/ui/actions/Icons.tsx'
import { Text } from '@nerdify/ui/page/Layout.tsx'
import { SignInPage } from './SignInPage.tsx'
import { NewHere } from './NewHere.tsx'
import { PaymentArrived } from './PaymentArrived.tsx'
import { isForced } from './sign-in-entry.ts'

const ways = [
  { to: webPaths.loginPhone(), title: loginTexts.phone, note: loginTexts.phoneNote },
  { to: webPaths.loginEmail(), title: loginTexts.email, note: loginTexts.emailNote },
]

/** `/login`: the choice between phone and e-mail (AUTH-01). After a forced sign-out it says so (ux 14). */
export function Component() {
  useScreenTitle(signInHeads.login.title)
  useLoadAhead(webPaths.loginPhone(), webPaths.loginEmail(), webPaths.start())
  const { state } = useLocation()
  const isHydrated = useHydrated()
  const isEnded = isHydrated && isForced(state)
  const payment = isHydrated ? paymentOf(state) : undefined
  return (
    <SignInPage home>
      {payment !== undefined && <PaymentArrived payment={payment} />}
      {isEnded && (
        <div role="alert">
          <Text look="muted">{loginTexts.ended}</Text>
        </div>
      )}
      <h1>{loginTexts.heading}</h1>
      <div className={choiceListClass()}>
        {ways.map(({ to, title, note }, index) => (
          <Link key={to} to={to} className={choiceRowClass()}>
            <ChoiceRowBody index={index} title={title} note={note} icon={<ChevronRightIcon />} />
          </Link>
        ))}
      </div>
      <NewHere />
      <Text look="muted">
        {loginTexts.trouble} <ContactUs />
      </Text>
    </SignInPage>
  )
}
