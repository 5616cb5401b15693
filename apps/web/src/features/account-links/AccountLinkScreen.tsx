import type { AccountLinkAnswer, AccountLinkDeed } from '@nerdify/contract/account-links.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { api } from '../../api/client.ts'
import { ButtonLink, ContactUs } from '../../frame/links.tsx'
import { useSignedIn } from '../../frame/guards.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { useAction } from '../../frame/use-action.ts'
import { accountLinkTexts } from '../../texts/account-links.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { MailCheckIcon } from '../../ui/actions/Icons.tsx'
import { Stack, Text } from '../../ui/page/Layout.tsx'
import { SignInLayout } from '../../ui/page/SignInLayout.tsx'
import { Spinner } from '../../ui/surfaces/Spinner.tsx'

/** `/email/confirm/{key}`: the mailbox has it, so opening is enough; the page's script says so, not its address (SAFE-02). */
export const ConfirmEmail = () => <AccountLink does="confirm_email" />
/** `/email/undo/{key}`: by a press, as it takes something back (SAFE-02). */
export const UndoEmail = () => <AccountLink does="undo_email" />
/** `/account/keep/{key}`: by a press (SAFE-13). */
export const KeepAccount = () => <AccountLink does="keep_account" />

interface AccountLinkProps {
  does: AccountLinkDeed
}

function AccountLink({ does }: AccountLinkProps) {
  const atOnce = does === 'confirm_email'
  const { key = '' } = useParams()
  const heading = useRef<HTMLHeadingElement>(null)
  const begun = useRef(false)
  const [answer, setAnswer] = useState<AccountLinkAnswer>()
  const take = useAction(async () => setAnswer(await api.openAccountLink({ does, key })))
  const refused = take.failure
  const texts = accountLinkTexts[does]
  const title = refused ? accountLinkTexts.refusedTitle : answer ? texts.doneTitle : texts.title
  useScreenTitle(title)

  const takeAtOnce = useEffectEvent(() => {
    if (atOnce && !begun.current) void take.run()
    begun.current = true
  })
  useEffect(() => takeAtOnce(), [])
  const isOver = answer !== undefined || refused !== undefined
  useEffect(() => {
    if (isOver) heading.current?.focus()
  }, [isOver])

  const mayGoWell = refused !== undefined && refused.status !== 422
  const canPress = answer === undefined && (refused === undefined ? !atOnce : mayGoWell)
  const isWaiting = atOnce && !isOver
  return (
    <SignInLayout>
      {isWaiting ? (
        <div role="status">
          <Stack gap={4}>
            <Spinner large />
            <h1>{texts.busy}</h1>
          </Stack>
        </div>
      ) : (
        <>
          <Stack gap={4}>
            {answer !== undefined && <MailCheckIcon size="sign" />}
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            <Text look="lede">{refused ? take.fault : answer ? texts.done(answer.email) : texts.lead}</Text>
          </Stack>
          {canPress ? (
            <Button variant="primary" block="full" busy={take.busy && texts.busy} onClick={take.run}>
              {mayGoWell ? accountLinkTexts.tryAgain : texts.press}
            </Button>
          ) : (
            <WayOn does={does} />
          )}
        </>
      )}
      <Text look="muted">
        {accountLinkTexts.trouble} <ContactUs />
      </Text>
    </SignInLayout>
  )
}

/** Where it goes on from here; an undone change has signed everybody out. */
function WayOn({ does }: AccountLinkProps) {
  const toSignIn = !useSignedIn() || does === 'undo_email'
  return (
    <ButtonLink to={toSignIn ? webPaths.login() : webPaths.orders()} variant="primary" block="full">
      {toSignIn ? accountLinkTexts.login : accountLinkTexts.toTasks}
    </ButtonLink>
  )
}
