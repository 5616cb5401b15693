import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { BackLink, LineLink } from '../../frame/links.tsx'
import { useLoadAhead } from '../../frame/load-ahead.ts'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { requestedPage } from '../../visit/requested-page.ts'
import { session } from '../../visit/session.ts'
import { codeTexts, phoneTexts } from '../../texts/sign-in.ts'
import { NoWrap, Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { CodeForm } from './CodeForm.tsx'
import { OtherWay } from './OtherWay.tsx'
import type { SentMessage } from './sign-in-entry.ts'

const [headingStart, headingDigits, headingEnd] = codeTexts.heading

interface CodeStepProps {
  sent: SentMessage
  onResent: (sent: SentMessage) => void
  /** Takes the session's token; by default the page's guard then leads to the requested page (AUTH-06, AUTH-16). */
  onToken?: (jwt: string, isHere: boolean) => void
  /** The next page; by default the requested page, else the cabinet. */
  next?: string
}

/** Step 2: the code of the text (AUTH-04 to AUTH-07). */
export function CodeStep({ sent, onResent, onToken = session.start, next }: CodeStepProps) {
  useScreenTitle(codeTexts.title)
  // The next page loads while the text is on its way (EASE-01).
  useLoadAhead(next ?? requestedPage() ?? webPaths.orders())
  const navigate = useNavigate()

  const changeNumber = (event: MouseEvent) => {
    event.preventDefault()
    void navigate(-1)
  }

  return (
    <>
      <Stack gap={3}>
        <BackLink to={webPaths.loginPhone()} onClick={changeNumber}>
          {codeTexts.back}
        </BackLink>
        <h1>
          {headingStart}
          <NoWrap>{headingDigits}</NoWrap>
          {headingEnd}
        </h1>
        <Text look="lede">
          {codeTexts.lead} <NoWrap>{sent.to}</NoWrap>.
        </Text>
      </Stack>
      <CodeForm
        sent={sent}
        onResent={(again) => onResent({ ...again, isNew: sent.isNew })}
        onToken={onToken}
        submitLabel={codeTexts.submit}
      />
      <OtherWay />
      {!sent.isNew && <LineLink to={webPaths.loginEmail()}>{phoneTexts.withEmail}</LineLink>}
    </>
  )
}
