import { webPaths } from '@nerdify/contract/web-paths.ts'
import { useLocation } from 'react-router'
import { ButtonLink, ContactUs, LineLink } from '../../frame/links.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { useHydrated } from '../../frame/use-hydrated.ts'
import { emailTexts, emailUnknownTexts } from '../../texts/sign-in.ts'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { SignInPage } from './SignInPage.tsx'
import { NewHere } from './NewHere.tsx'
import { type SignInEntry, signInEntry } from './sign-in-entry.ts'

/** `/login/email/unknown`: the address has no account (AUTH-09); offers to correct it, and the phone (ux 13). */
export function Component() {
  useScreenTitle(emailUnknownTexts.title)
  const { state } = useLocation()
  const { typed = '' } = useHydrated() ? signInEntry(state) : {}
  return (
    <SignInPage>
      <Stack gap={4}>
        <h1>{emailUnknownTexts.heading}</h1>
        <Text look="lede">{emailUnknownTexts.lead}</Text>
        {typed !== '' && (
          <p>
            {emailUnknownTexts.asked} <b>{typed}</b>.
          </p>
        )}
      </Stack>
      <ButtonLink to={webPaths.root()} variant="primary" block="full">
        {emailUnknownTexts.gotIt}
      </ButtonLink>
      <Stack gap={1}>
        <LineLink to={webPaths.loginEmail()} state={{ typed } satisfies SignInEntry}>
          {emailUnknownTexts.another}
        </LineLink>
        <LineLink to={webPaths.loginPhone()}>{emailTexts.withPhone}</LineLink>
      </Stack>
      <NewHere />
      <Text look="muted">
        {emailUnknownTexts.stuck} <ContactUs />
      </Text>
    </SignInPage>
  )
}
