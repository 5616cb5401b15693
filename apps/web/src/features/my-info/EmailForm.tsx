import { emailLine, suggestEmail } from '@nerdify/domain/sign-in/email.ts'
import { confirmedEmailOf, givenEmailOf, unconfirmedEmailOf } from '../../api/given-email.ts'
import { useMe } from '../../api/queries.ts'
import { myInfoTexts } from '../../texts/my-info.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { Stack } from '../../ui/page/Layout.tsx'
import { EmailField } from '../../ui/fields/TextField.tsx'
import { LinkButton } from '../../ui/actions/TextLink.tsx'
import { emailProblem } from './email-editor.ts'
import { PendingEmail } from './PendingEmail.tsx'
import { useMyEmail } from './my-email.ts'

/** The e-mail, how it is saved (INFO-01, INFO-02), and that a link waits for it (SAFE-02). */
export function EmailForm() {
  const me = useMe().data
  const known = givenEmailOf(me) ?? ''
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
          // Never undefined: the field must stay the same element while the button comes up beside it.
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
