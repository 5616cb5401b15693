import { webPaths } from '@nerdify/contract/web-paths.ts'
import { Link, useLocation } from 'react-router'
import { ColumnPage } from '../../frame/ColumnPage.tsx'
import { ButtonLink } from '../../frame/links.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { useHydrated } from '../../frame/use-hydrated.ts'
import { messageSentTexts } from '../../texts/contact.ts'
import { NoWrap, Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { chosenCountry, sentNumber } from './contact-entry.ts'

/**
 * `/message-was-sent`: a text is on its way, and to which number (PUB-06). Opened directly it has no number and
 * promises nothing.
 */
export function Component() {
  const { state } = useLocation()
  const phone = useHydrated() ? sentNumber(state) : undefined
  const title = phone === undefined ? messageSentTexts.unknownTitle : messageSentTexts.title
  useScreenTitle(title)
  return (
    <ColumnPage narrow="form">
      <Stack gap={3}>
        <h1>{title}</h1>
        <Text look="lede">
          {phone === undefined ? (
            messageSentTexts.unknownLead
          ) : (
            <span>
              {messageSentTexts.lead} <NoWrap>{phone}</NoWrap>.
            </span>
          )}
        </Text>
        <p>{messageSentTexts.next}</p>
      </Stack>
      {phone === undefined ? (
        <Stack gap={3}>
          <ButtonLink to={webPaths.contactUs()} variant="primary" block="full">
            {messageSentTexts.leaveNumber}
          </ButtonLink>
          <ButtonLink to={webPaths.login()} block="full">
            {messageSentTexts.gotIt}
          </ButtonLink>
        </Stack>
      ) : (
        <>
          <ButtonLink to={webPaths.login()} variant="primary" block="full">
            {messageSentTexts.gotIt}
          </ButtonLink>
          <Text look="muted">
            {messageSentTexts.nothing}{' '}
            <Link to={webPaths.contactUs()} state={{ typed: phone, country: chosenCountry(state) }}>
              {messageSentTexts.again}
            </Link>
          </Text>
        </>
      )}
    </ColumnPage>
  )
}
