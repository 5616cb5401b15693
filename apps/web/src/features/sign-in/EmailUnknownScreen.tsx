import { webPaths } from '@nerdify/contract/web-paths.ts'
import { Link, useLocation } from 'react-router'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { useHydrated } from '../../frame/use-hydrated.ts'
import { emailTexts, emailUnknownTexts } from '../../texts/sign-in.ts'
import { buttonClass } from '../../ui/actions/Button.tsx'
import { Stack, Text } from '../../ui/page/Layout.tsx'
import { Main } from '../../ui/page/PageFrame.tsx'
import { SignInLayout } from '../../ui/page/SignInLayout.tsx'
import { linkClass } from '../../ui/actions/TextLink.tsx'
import { type EmailEntry, emailEntry } from './email-request.ts'

/** `/login/email/unknown`: nobody has the address (AUTH-09); offers to correct it, and the phone (ux 13). */
export function Component() {
  useScreenTitle(emailUnknownTexts.title)
  const { state } = useLocation()
  const { typed = '' } = useHydrated() ? emailEntry(state) : {}
  return (
    <Main layout="bare">
      <SignInLayout>
        <Stack gap={4}>
          <h1>{emailUnknownTexts.heading}</h1>
          <Text look="lede">{emailUnknownTexts.lead}</Text>
          {typed !== '' && (
            <p>
              {emailUnknownTexts.asked} <b>{typed}</b>.
            </p>
          )}
        </Stack>
        <Link to={webPaths.root()} className={buttonClass({ variant: 'primary', block: 'full' })}>
          {emailUnknownTexts.gotIt}
        </Link>
        <Stack gap={1}>
          <Link to={webPaths.loginEmail()} state={{ typed } satisfies EmailEntry} className={linkClass()}>
            {emailUnknownTexts.another}
          </Link>
          <Link to={webPaths.loginPhone()} className={linkClass()}>
            {emailTexts.withPhone}
          </Link>
        </Stack>
        <Text look="muted">
          {emailUnknownTexts.stuck} <Link to={webPaths.contactUs()}>{emailUnknownTexts.contactUs}</Link>
        </Text>
      </SignInLayout>
    </Main>
  )
}
