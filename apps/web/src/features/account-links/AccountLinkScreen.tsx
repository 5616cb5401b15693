import type { AccountLinkAnswer, AccountLinkDeed, AccountLinkLook } from '@nerdify/contract/account-links.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { api } from '../../api/client.ts'
import { ButtonLink, ContactUs } from '../../frame/links.tsx'
import { useSignedIn } from '../../frame/use-signed-in.ts'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { useAction } from '../../frame/use-action.ts'
import { accountLinkTexts } from '../../texts/account-links.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { MailCheckIcon } from '@nerdify/ui/actions/Icons.tsx'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { SignInLayout } from '@nerdify/ui/page/SignInLayout.tsx'
import { Spinner } from '@nerdify/ui/surfaces/Spinner.tsx'

/** `/email/confirm/{key}` (SAFE-02). */
export const ConfirmEmail = () => <AccountLink does="confirm_email" />
/** `/email/undo/{key}` (SAFE-02). */
export const UndoEmail = () => <AccountLink does="undo_email" />
/** `/account/keep/{key}` (SAFE-13). */
export const KeepAccount = () => <AccountLink does="keep_account" />

interface AccountLinkProps {
  does: AccountLinkDeed
}

/** Names the link's account; only a click makes the change, because mail scanners load pages and run their scripts. */
function AccountLink({ does }: AccountLinkProps) {
  const { key = '' } = useParams()
  const heading = useRef<HTMLHeadingElement>(null)
  const [account, setAccount] = useState<AccountLinkLook['account']>()
  const [answer, setAnswer] = useState<AccountLinkAnswer>()
  const look = useAction(async () => setAccount((await api.lookAtAccountLink({ does, key })).account))
  const take = useAction(async () => setAnswer(await api.openAccountLink({ does, key })))
  const step = account === undefined ? look : take
  const { failure } = step
  const texts = accountLinkTexts[does]
  const title = failure ? accountLinkTexts.refusedTitle : answer ? texts.doneTitle : texts.title
  useScreenTitle(title)

  const lookFirst = useEffectEvent(() => void look.run())
  useEffect(() => lookFirst(), [])
  const isOver = answer !== undefined || failure !== undefined
  useEffect(() => {
    if (isOver) heading.current?.focus()
  }, [isOver])

  if (account === undefined && failure === undefined) return <Looking />
  const canRetry = failure !== undefined && failure.status !== 422
  const canPress = answer === undefined && failure?.status !== 422
  return (
    <SignInLayout>
      <Stack gap={4}>
        {answer !== undefined && <MailCheckIcon size="sign" />}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <Text look="lede">
          {failure ? step.fault : answer ? texts.done(answer.email) : account && texts.lead(account)}
        </Text>
      </Stack>
      {canPress ? (
        <Button variant="primary" block="full" busy={step.busy && texts.busy} onClick={step.run}>
          {canRetry || account === undefined ? accountLinkTexts.tryAgain : texts.press(account)}
        </Button>
      ) : (
        <NextStep does={does} />
      )}
      <Text look="muted">
        {accountLinkTexts.trouble} <ContactUs />
      </Text>
    </SignInLayout>
  )
}

function Looking() {
  return (
    <SignInLayout>
      <div role="status">
        <Stack gap={4}>
          <Spinner large />
          <h1>{accountLinkTexts.looking}</h1>
        </Stack>
      </div>
    </SignInLayout>
  )
}

/** The next step; undoing a change has ended every session. */
function NextStep({ does }: AccountLinkProps) {
  const toSignIn = !useSignedIn() || does === 'undo_email'
  return (
    <ButtonLink to={toSignIn ? webPaths.login() : webPaths.orders()} variant="primary" block="full">
      {toSignIn ? accountLinkTexts.login : accountLinkTexts.toTasks}
    </ButtonLink>
  )
}
