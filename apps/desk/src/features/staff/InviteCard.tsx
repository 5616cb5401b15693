import { failureText } from '@nerdify/browser/failure-text.ts'
import type { OperatorAnswer, StaffInvitation } from '@nerdify/contract/staff.ts'
import { isBlank } from '@nerdify/domain/input/visible-text.ts'
import { staffRoles, type StaffRole } from '@nerdify/domain/staff/staff-rights.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { SelectField } from '@nerdify/ui/fields/SelectField.tsx'
import { EmailField, TextField } from '@nerdify/ui/fields/TextField.tsx'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { Card, CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import { type FormEvent, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { useStaffWrite } from '../../api/staff-queries.ts'
import { afterWrite } from '../../frame/after-write.ts'
import { useEdit } from '../../frame/use-edit.ts'
import { staffTexts } from '../../texts/staff.ts'

const blank = { version: '', cells: { email: '', name: '', role: 'clerk' } }

/** Invites a person by a mailed link (OPS-15). */
export function InviteCard({ me }: { me: OperatorAnswer }) {
  const edit = useEdit(`${me.id ?? me.name}.invite`, blank)
  const [tried, setTried] = useState(false)
  const email = useRef<HTMLInputElement>(null)
  const role = edit.value('role') as StaffRole
  const invite = useStaffWrite(({ key, ...body }: StaffInvitation & { key: string }) => api.inviteStaff(body, key))
  const change = (name: keyof typeof blank.cells, value: string) => {
    edit.type(name, value)
    invite.reset()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    email.current?.focus()
    const [typed, name] = [edit.value('email'), edit.value('name')]
    if (invite.isPending || isBlank(typed)) return
    const { key } = edit.begin()
    afterWrite(invite.mutateAsync({ email: typed, role, key, ...(!isBlank(name) && { name }) }), () => {
      edit.saved()
      setTried(false)
    })
  }
  const refused = (field: string) => invite.error?.error_value === field && failureText(invite.error)
  return (
    <Card title={staffTexts.invite}>
      <CardBody>
        <form noValidate onSubmit={send}>
          <Stack gap={3}>
            <EmailField
              ref={email}
              label={staffTexts.email}
              autoComplete="off"
              value={edit.value('email')}
              onChange={({ currentTarget }) => change('email', currentTarget.value)}
              error={refused('email') || (tried && isBlank(edit.value('email')) && staffTexts.emailMissing)}
            />
            <TextField
              label={staffTexts.name}
              hint={staffTexts.nameHint}
              autoComplete="off"
              value={edit.value('name')}
              onChange={({ currentTarget }) => change('name', currentTarget.value)}
              error={refused('name')}
            />
            <RoleField value={role} onChange={(next) => change('role', next)} />
            <div role="status">
              {invite.error && !refused('email') && !refused('name') && (
                <ErrorText>{failureText(invite.error)}</ErrorText>
              )}
              {invite.isSuccess && <Text look="small">{staffTexts.wasInvited(invite.variables.email)}</Text>}
            </div>
            <div>
              <Button variant="primary" type="submit" busy={invite.isPending && staffTexts.sending}>
                {staffTexts.send}
              </Button>
            </div>
          </Stack>
        </form>
      </CardBody>
    </Card>
  )
}

/** The roles, with the rights of the chosen one. */
export const RoleField = ({ value, onChange }: { value: StaffRole; onChange: (role: StaffRole) => void }) => (
  <SelectField
    label={staffTexts.role}
    hint={staffTexts.mayDo[value]}
    value={value}
    options={staffRoles.map((role) => ({ value: role, label: staffTexts.roles[role] }))}
    onChange={(role) => onChange(role as StaffRole)}
  />
)
