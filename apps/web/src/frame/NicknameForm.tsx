import { wordsLine } from '@nerdify/domain/input/one-line.ts'
import type { Client } from '@nerdify/contract/client.ts'
import { type FormEvent, useState } from 'react'
import { api } from '../api/client.ts'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { queryKeys } from '../api/queries.ts'
import { useChange } from '../api/use-change.ts'
import { nicknameTexts } from '../texts/nickname.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'

const maxNicknameLength = 60

/** The nickname; "Submit" appears after an edit (SUB-03, INFO-05). */
export function NicknameForm({ client }: { client: Client }) {
  const stored = client.nickname ?? ''
  const [typed, setTyped] = useState<string>()
  const save = useChange(
    queryKeys.me,
    (nickname: string) => api.changeMe({ nickname }),
    // A value typed meanwhile is not saved yet (ux 51).
    (_, submitted) =>
      setTyped((current) => (current !== undefined && wordsLine(current) === submitted ? undefined : current)),
  )
  const isEdited = typed !== undefined && wordsLine(typed) !== stored
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isEdited && !save.isPending) save.mutate(wordsLine(typed))
  }
  return (
    <form onSubmit={submit}>
      <TextField
        id="nickname"
        label={nicknameTexts.label}
        hint={nicknameTexts.hint}
        autoComplete="nickname"
        maxLength={maxNicknameLength}
        value={typed ?? stored}
        error={save.isError ? failureText(save.error) : undefined}
        saved={save.isSuccess && !isEdited ? nicknameTexts.saved : undefined}
        onChange={(event) => {
          setTyped(event.target.value)
          if (save.isError) save.reset()
        }}
        action={
          isEdited ? (
            <Button type="submit" busy={save.isPending && nicknameTexts.saving}>
              {nicknameTexts.submit}
            </Button>
          ) : null
        }
      />
    </form>
  )
}
