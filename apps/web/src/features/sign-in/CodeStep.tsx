import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { session } from '../../session.ts'
import { codeTexts, phoneTexts } from '../../texts/sign-in.ts'
import { NoWrap, Stack, Text } from '../../ui/page/Layout.tsx'
import { BackLabel, linkClass } from '../../ui/actions/TextLink.tsx'
import { CodeForm } from './CodeForm.tsx'
import type { SentCode } from './code-request.ts'

const [headingStart, headingDigits, headingEnd] = codeTexts.heading

/** What {@link CodeStep} takes: the code that was sent, and who keeps the next one. */
interface CodeStepProps {
  sent: SentCode
  onResent: (sent: SentCode) => void
}

/** Step 2: the code of the SMS (AUTH-04 to AUTH-07). */
export function CodeStep({ sent, onResent }: CodeStepProps) {
  useScreenTitle(codeTexts.title)
  const navigate = useNavigate()

  const changeNumber = (event: MouseEvent) => {
    event.preventDefault()
    void navigate(-1)
  }

  return (
    <>
      <Stack gap={3}>
        <Link to={webPaths.loginPhone()} className={linkClass('back')} onClick={changeNumber}>
          <BackLabel>{codeTexts.back}</BackLabel>
        </Link>
        <h1>
          {headingStart}
          <NoWrap>{headingDigits}</NoWrap>
          {headingEnd}
        </h1>
        <Text look="lede">
          {codeTexts.lead} <NoWrap>{sent.phone}</NoWrap>.
        </Text>
      </Stack>
      {/* The guard of this page leads on to the page first asked for (AUTH-06, AUTH-16). */}
      <CodeForm sent={sent} onResent={onResent} onToken={session.start} submitLabel={codeTexts.submit} />
      <Link to={webPaths.loginEmail()} className={linkClass()}>
        {phoneTexts.withEmail}
      </Link>
    </>
  )
}
