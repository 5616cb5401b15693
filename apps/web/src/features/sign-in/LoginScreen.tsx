import { webPaths } from '@nerdify/contract/web-paths.ts'
import { Link } from 'react-router'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { loginTexts, signInHeads } from '../../texts/sign-in.ts'
import { ChoiceRowBody, choiceListClass, choiceRowClass } from '../../ui/ChoiceRow.tsx'
import { ChevronRightIcon } from '../../ui/Icons.tsx'
import { Text } from '../../ui/Layout.tsx'
import { Main } from '../../ui/PageFrame.tsx'
import { SignInLayout } from '../../ui/SignInLayout.tsx'

const ways = [
  { to: webPaths.loginPhone(), title: loginTexts.phone, note: loginTexts.phoneNote },
  { to: webPaths.loginEmail(), title: loginTexts.email, note: loginTexts.emailNote },
]

/** `/login`: the choice between phone and e-mail (AUTH-01). */
export function Component() {
  useScreenTitle(signInHeads.login.title)
  return (
    <Main layout="bare">
      <SignInLayout home>
        <h1>{loginTexts.heading}</h1>
        <div className={choiceListClass()}>
          {ways.map(({ to, title, note }, index) => (
            <Link key={to} to={to} className={choiceRowClass()}>
              <ChoiceRowBody index={index} title={title} note={note} icon={<ChevronRightIcon />} />
            </Link>
          ))}
        </div>
        <Text look="muted">
          {loginTexts.trouble} <Link to={webPaths.contactUs()}>{loginTexts.contactUs}</Link>
        </Text>
      </SignInLayout>
    </Main>
  )
}
