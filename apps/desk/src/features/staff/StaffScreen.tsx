import { failureText } from '@nerdify/browser/failure-text.ts'
import type { OperatorAnswer, StaffMember } from '@nerdify/contract/staff.ts'
import { capitalized, dateWords } from '@nerdify/domain/dates/date-words.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { Cluster, Text } from '@nerdify/ui/page/Layout.tsx'
import { useClock } from '@nerdify/ui/use-clock.ts'
import { useState } from 'react'
import { api, serverNow } from '../../api/client.ts'
import { useStaff, useStaffWrite } from '../../api/staff-queries.ts'
import { afterWrite } from '../../frame/after-write.ts'
import { usePress } from '../../frame/use-press.ts'
import { Cell, Ledger } from '../../frame/Ledger.tsx'
import { ReadState, ScreenHead } from '../../frame/ScreenParts.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { staffTexts } from '../../texts/staff.ts'
import { InviteCard } from './InviteCard.tsx'
import { RemoveDialog, RoleDialog } from './MemberDialogs.tsx'
import styles from './Staff.module.css'

const { columns } = staffTexts

/** `/staff`: the people at the desk; for owners (DESK-06, OPS-15). */
export function StaffScreen({ me }: { me: OperatorAnswer }) {
  const staff = useStaff()
  const [opened, setOpened] = useState<{ step: 'change' | 'remove'; member: StaffMember }>()
  const [news, setNews] = useState('')
  const press = usePress()
  const again = useStaffWrite(({ email, role, name }: StaffMember) =>
    api.inviteStaff({ email, role, name }, press.begin(email)),
  )
  useScreenTitle(staffTexts.heading)
  const dialog = {
    onClose: () => setOpened(undefined),
    onDone(text: string) {
      setOpened(undefined)
      setNews(text)
    },
  }
  return (
    <>
      <ScreenHead title={staffTexts.heading} lead={staffTexts.lead} />
      <div role="status">
        {again.error ? <ErrorText>{failureText(again.error)}</ErrorText> : news && <Text look="small">{news}</Text>}
      </div>
      <ReadState query={staff} texts={staffTexts.read} />
      {staff.data && (
        <div className={styles.columns}>
          <Ledger
            caption={staffTexts.caption}
            columns={[
              { name: columns.name },
              { name: columns.email, look: 'wide' },
              { name: columns.role },
              { name: columns.since, look: 'wide' },
              { name: columns.steps },
            ]}
          >
            {staff.data.results.map((member) => (
              <Row
                key={member.id}
                member={member}
                isMe={member.email === me.email}
                zone={me.company_zone}
                onStep={(step) => setOpened({ step, member })}
                isSending={again.isPending && again.variables.id === member.id}
                onAgain={() => {
                  setNews('')
                  afterWrite(again.mutateAsync(member), () => {
                    press.end()
                    setNews(staffTexts.wasInvited(member.email))
                  })
                }}
              />
            ))}
          </Ledger>
          <InviteCard me={me} />
        </div>
      )}
      {opened?.step === 'change' && <RoleDialog member={opened.member} {...dialog} />}
      {opened?.step === 'remove' && <RemoveDialog member={opened.member} {...dialog} />}
    </>
  )
}

interface RowProps {
  member: StaffMember
  isMe: boolean
  /** The company's time zone (IANA). */
  zone: string
  isSending: boolean
  onStep: (step: 'change' | 'remove') => void
  onAgain: () => void
}

function Row({ member, isMe, zone, isSending, onStep, onAgain }: RowProps) {
  const { name, email, role, invited_at: invited, joined_at: joined } = member
  const now = useClock(serverNow)
  const dates = dateWords(zone)
  const since =
    joined === null
      ? capitalized(staffTexts.invited(dates.time(Date.parse(invited), now)))
      : dates.date(Date.parse(joined), now)
  return (
    <tr>
      <Cell head>
        <span>{isMe ? `${name}, ${staffTexts.you}` : name}</span>
        <small className={styles.folded}>{email}</small>
        <small className={styles.folded}>{since}</small>
      </Cell>
      <Cell look="wide">{email}</Cell>
      <Cell>{staffTexts.roles[role]}</Cell>
      <Cell look="wide">{since}</Cell>
      <Cell>
        <Cluster gap={1}>
          {joined === null && (
            <Button
              size="small"
              aria-label={staffTexts.againOf(name)}
              busy={isSending && staffTexts.sending}
              onClick={onAgain}
            >
              {staffTexts.again}
            </Button>
          )}
          <Button size="small" aria-label={staffTexts.changeOf(name)} onClick={() => onStep('change')}>
            {staffTexts.change}
          </Button>
          <Button size="small" variant="quiet" aria-label={staffTexts.removeOf(name)} onClick={() => onStep('remove')}>
            {staffTexts.remove}
          </Button>
        </Cluster>
      </Cell>
    </tr>
  )
}
