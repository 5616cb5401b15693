import { failureText } from '@nerdify/browser/failure-text.ts'
import { changedMeanwhile } from '@nerdify/contract/content-version.ts'
import type { CallError } from '@nerdify/contract/error-body.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Checkbox } from '@nerdify/ui/fields/Checkbox.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'
import { Cluster, Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { type FormEvent, useState } from 'react'
import type { useEdit } from '../../frame/use-edit.ts'
import { nerdTexts } from '../../texts/nerds.ts'
import { checked, faultOf } from './nerd-form.ts'

const textFields = {
  name: { label: nerdTexts.name },
  rating: { label: nerdTexts.rating, hint: nerdTexts.ratingHint, inputMode: 'decimal' },
  subjects: { label: nerdTexts.columns.subjects, labelNote: nerdTexts.optional, hint: nerdTexts.subjectsHint },
  email: {
    label: nerdTexts.email,
    labelNote: nerdTexts.optional,
    type: 'email',
    autoComplete: 'off',
    spellCheck: false,
  },
} as const
type TextFieldName = keyof typeof textFields
const fieldNames = Object.keys(textFields) as readonly TextFieldName[]

interface NerdFormProps {
  edit: ReturnType<typeof useEdit>
  save: { error: CallError | null; isPending: boolean; isSuccess: boolean; reset: () => void }
  /** The button's words. */
  action: string
  /** A new Nerd has nothing in force. */
  isNew?: boolean
  onSave: () => void
}

/** The fields of a Nerd, each with the value in force while another is typed (DESK-05). */
export function NerdForm({ edit, save, action, isNew = false, onSave }: NerdFormProps) {
  const [tried, setTried] = useState(false)
  const refused = save.error && failureText(save.error)
  const refusedField = String(save.error?.error_value ?? '').split('.')[0]
  const type = (field: string, value: string) => {
    edit.type(field, value)
    if (save.isSuccess || (save.error && save.error.error_type !== changedMeanwhile)) save.reset()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const isComplete = fieldNames.every((field) => faultOf(field, edit.value(field)) === undefined)
    if (!save.isPending && isComplete && edit.hasTyped) onSave()
  }
  return (
    <form noValidate onSubmit={send}>
      <Stack gap={3}>
        {fieldNames.map((field) => {
          const { hint, ...texts } = { hint: undefined, ...textFields[field] }
          const before = isNew ? undefined : edit.before(field)
          return (
            <TextField
              key={field}
              {...texts}
              dir="auto"
              hint={before === undefined ? hint : nerdTexts.inForce(before)}
              value={edit.value(field)}
              error={refusedField === field ? refused : tried && faultOf(field, edit.value(field))}
              onChange={({ currentTarget }) => type(field, currentTarget.value)}
            />
          )
        })}
        <Checkbox
          label={nerdTexts.active}
          checked={edit.value('active') === checked}
          onChange={(on) => type('active', on ? checked : '')}
        />
        <div role="status">
          {refused && !fieldNames.some((field) => field === refusedField) && <ErrorText>{refused}</ErrorText>}
          {save.isSuccess && !edit.hasTyped && <Text look="small">{nerdTexts.saved}</Text>}
        </div>
        <Cluster>
          <Button
            variant="primary"
            type="submit"
            busy={save.isPending && nerdTexts.saving}
            blocked={!isNew && !edit.hasTyped}
          >
            {action}
          </Button>
          {edit.hasTyped && (
            <Button
              variant="quiet"
              onClick={() => {
                edit.clear()
                save.reset()
                setTried(false)
              }}
            >
              {nerdTexts.undo}
            </Button>
          )}
        </Cluster>
      </Stack>
    </form>
  )
}
