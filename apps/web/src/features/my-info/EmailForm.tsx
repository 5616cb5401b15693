import type { Client } from '@nerdify/contract/client.ts'
import { emailLine, suggestEmail } from '@nerdify/domain/sign-in/email.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { api } from '../../api/client.ts'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { confirmedEmailOf, latestEmailOf, unconfirmedEmailOf } from '../../api/latest-email.ts'
import { queryKeys, useMe } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { session } from '../../visit/session.ts'
import { myInfoTexts } from '../../texts/my-info.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { LinkButton } from '@nerdify/ui/actions/TextLink.tsx'
import { EmailField } from '@nerdify/ui/fields/TextField.tsx'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { createEmailEditor, emailProblem, type EmailState } from './email-editor.ts'

/** One editor per query client, so that it outlives the screen. */
const editors = new WeakMap<QueryClient, ReturnType<typeof createEmailEditor>>()

function editorOf(queryClient: QueryClient) {
  const existing = editors.get(queryClient)
  if (existing !== undefined) return existing
  const editor = createEmailEditor({
    known: () => latestEmailOf(queryClient.getQueryData<Client>(queryKeys.me)) ?? '',
    async save(email, before) {
      const change = { email, email_before: before === '' ? null : before }
      queryClient.setQueryData(queryKeys.me, await api.changeMe(change))
    },
    async refresh() {
      await queryClient.invalidateQueries({ queryKey: queryKeys.me, exact: true })
    },
  })
  session.onEnd(() => editor.forget())
  editors.set(queryClient, editor)
  return editor
}

function useMyEmail(): { editor: ReturnType<typeof createEmailEditor>; state: EmailState } {
  const editor = editorOf(useQueryClient())
  const state = useSyncExternalStore(editor.subscribe, editor.state)
  useEffect(() => () => editor.leave(), [editor])
  return { editor, state }
}

/** The e-mail with its save button (INFO-01, INFO-02), and its pending confirmation (SAFE-02). */
export function EmailForm() {
  const me = useMe().data
  const known = latestEmailOf(me) ?? ''
  const unconfirmed = unconfirmedEmailOf(me)
  const { editor, state } = useMyEmail()
  const value = state.typed ?? known
  const problem = emailProblem(state, known, { missing: myInfoTexts.emailMissing })
  const suggestion = problem === undefined ? suggestEmail(emailLine(value)) : undefined
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void editor.submit()
      }}
    >
      <Stack gap={2}>
        <EmailField
          label={myInfoTexts.email}
          value={value}
          onChange={(event) => editor.type(event.target.value)}
          onFocus={editor.focus}
          onBlur={editor.blur}
          error={problem}
          saved={state.saved && myInfoTexts.emailSaved}
          // Never undefined: the field must stay the same element when the button appears beside it.
          action={
            state.typed === undefined ? null : (
              <Button
                type="submit"
                blocked={problem !== undefined && !state.failure}
                busy={state.saving && myInfoTexts.saving}
              >
                {state.failure?.again ? myInfoTexts.tryAgain : myInfoTexts.submit}
              </Button>
            )
          }
        />
        {unconfirmed !== null && emailLine(value) === unconfirmed && (
          <PendingEmail
            pending={unconfirmed}
            confirmed={confirmedEmailOf(me)}
            isFirst={unconfirmed === me?.email?.email}
          />
        )}
        {suggestion !== undefined && (
          <p role="status">
            {myInfoTexts.didYouMean} <LinkButton onClick={() => editor.type(suggestion)}>{suggestion}</LinkButton>?
          </p>
        )}
      </Stack>
    </form>
  )
}

interface PendingEmailProps {
  pending: string
  confirmed: string | null
  /** The account's first address, which works before it is confirmed. */
  isFirst: boolean
}

/** A pending address: the link in its mailbox, the address in use until then, and another link (SAFE-02). */
function PendingEmail({ pending, confirmed, isFirst }: PendingEmailProps) {
  const again = useChange(queryKeys.me, () => api.changeMe({ email: pending, email_before: pending }))
  const sendAgain = () => {
    if (!again.isPending) again.mutate()
  }

  const untilThen = isFirst
    ? myInfoTexts.receiptsUntilThen
    : confirmed === null
      ? myInfoTexts.textsUntilThen
      : myInfoTexts.untilThen(confirmed)
  return (
    <Stack gap={1}>
      <Text look="muted">{`${myInfoTexts.linkWaits(pending)} ${untilThen}`}</Text>
      <div>
        <LinkButton onClick={sendAgain}>{myInfoTexts.sendLinkAgain}</LinkButton>
      </div>
      <p role="status">{again.isError ? failureText(again.error) : again.isSuccess && myInfoTexts.linkSentAgain}</p>
    </Stack>
  )
}
