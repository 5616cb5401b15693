import { failureText } from '@nerdify/browser/failure-text.ts'
import type { StaffMember } from '@nerdify/contract/staff.ts'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/client.ts'
import { useStaffWrite } from '../../api/staff-queries.ts'
import { roleNames } from '../../texts/frame.ts'
import { afterWrite } from '../../frame/after-write.ts'
import { usePress } from '../../frame/use-press.ts'
import { Consequences, FormDialog } from '../../frame/FormDialog.tsx'
import { staffTexts } from '../../texts/staff.ts'
import { RoleField } from './InviteCard.tsx'

interface MemberDialogProps {
  member: StaffMember
  onClose: () => void
  /** Called with the result. */
  onDone: (news: string) => void
}

/** Another role for a person, with its rights. */
export function RoleDialog({ member, onClose, onDone }: MemberDialogProps) {
  const [role, setRole] = useState(member.role)
  return (
    <StepDialog
      title={staffTexts.changeOf(member.name)}
      step={staffTexts.save}
      send={(key) => api.changeStaff(member.id, { role }, key)}
      content={role}
      onClose={onClose}
      onDone={() => onDone(staffTexts.wasChanged(member.name, roleNames[role]))}
    >
      <RoleField value={role} onChange={setRole} />
    </StepDialog>
  )
}

/** Removes a person, after showing the consequences. */
export const RemoveDialog = ({ member, onClose, onDone }: MemberDialogProps) => (
  <StepDialog
    title={staffTexts.removeOf(member.name)}
    step={staffTexts.remove}
    variant="danger"
    send={(key) => api.removeStaff(member.id, key)}
    content=""
    onClose={onClose}
    onDone={() => onDone(staffTexts.wasRemoved(member.name))}
  >
    <Consequences lines={staffTexts.means} />
  </StepDialog>
)

interface StepDialogProps {
  title: string
  /** The words of the button. */
  step: string
  variant?: 'primary' | 'danger'
  send: (key: string) => Promise<unknown>
  /** The sent content: another content is another call (API-11). */
  content: string
  onClose: () => void
  onDone: () => void
  children: ReactNode
}

/** An action on a person: its meaning, and its button. */
function StepDialog({ title, step, variant = 'primary', send, content, onClose, onDone, children }: StepDialogProps) {
  const press = usePress()
  const write = useStaffWrite(send)
  const act = () => {
    if (write.isPending) return
    afterWrite(write.mutateAsync(press.begin(content)), onDone)
  }
  return (
    <FormDialog
      title={title}
      send={step}
      isDangerous={variant === 'danger'}
      busy={write.isPending && staffTexts.saving}
      error={write.error && failureText(write.error)}
      onSend={act}
      onClose={onClose}
    >
      <div>{children}</div>
    </FormDialog>
  )
}
