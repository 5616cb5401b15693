import { suggestEmail } from '@nerdify/domain/sign-in/email.ts'
import { useMe } from '../../api/queries.ts'
import { myInfoTexts } from '../../texts/my-info.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { LinkButton } from '../../ui/TextLink.tsx'
import { emailProblem } from './email-editor.ts'
import { useMyEmail } from './my-email.ts'

/** The e-mail and how it is saved (INFO-01, INFO-02, FLOW-22). */
export function EmailForm() {
  const known = useMe().data?.email?.email ?? ''
  const { editor, state } = useMyEmail()
  const value = state.typed ?? known
  const problem = emailProblem(state, known, { missing: myInfoTexts.emailMissing })
  const suggestion = problem === undefined ? suggestEmail(value.trim()) : undefined
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void editor.submit()
      }}
    >
      <TextField
        label={myInfoTexts.email}
        type="email"
        name="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
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
      {suggestion !== undefined && (
        <p role="status">
          {myInfoTexts.didYouMean} <LinkButton onClick={() => editor.type(suggestion)}>{suggestion}</LinkButton>?
        </p>
      )}
    </form>
  )
}
