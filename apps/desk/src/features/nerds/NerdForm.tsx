import { failureText } from '@nerdify/browser/failure-text.ts'
import { changedMeanwhile } from '@nerdify/contract/version-words.ts'
import type { CallError } from '@nerdify/contract/error-body.ts'
import { Checkbox } from '@nerdify/ui/fields/Checkbox.tsx'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'
import { Stack } from '@nerdify/ui/page/Layout.tsx'
import { type FormEvent, useState } from 'react'
import { EditFoot } from '../../frame/EditFoot.tsx'
import { checked, type useEdit } from '../../frame/use-edit.ts'
import { nerdTexts } from '../../texts/nerds.ts'
import { faultOf } from './nerd-form.ts'

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
  /** A new Nerd has no current values. */
  isNew?: boolean
  onSave: () => void
}

/** The fields of a Nerd, each with its current value next to a typed one (DESK-05). */
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
        <EditFoot
          hasTyped={edit.hasTyped}
          save={save}
          refused={!fieldNames.some((field) => field === refusedField) && refused}
          action={action}
          isNew={isNew}
          onUndo={() => {
            edit.clear()
            save.reset()
            setTried(false)
          }}
        />
      </Stack>
    </form>
  )
}
