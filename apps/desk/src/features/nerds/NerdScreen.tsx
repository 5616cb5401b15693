import { changedMeanwhile } from '@nerdify/contract/version-words.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import type { RegisteredNerd } from '@nerdify/contract/nerds.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { dateWords } from '@nerdify/domain/dates/date-words.ts'
import { may } from '@nerdify/domain/staff/staff-rights.ts'
import { PriceRow, PriceRows } from '@nerdify/ui/order/PriceSummary.tsx'
import { Card, CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import { useClock } from '@nerdify/ui/use-clock.ts'
import { Link, useNavigate, useParams } from 'react-router'
import { serverNow } from '../../api/client.ts'
import { useAddNerd, useChangeNerd, useNerd } from '../../api/nerd-queries.ts'
import { afterWrite } from '../../frame/after-write.ts'
import { ScreenHead, ScreenReadState } from '../../frame/ScreenParts.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { useEdit } from '../../frame/use-edit.ts'
import { nerdTexts } from '../../texts/nerds.ts'
import { cellsOfNerd, changeOf, creationOf, newNerdCells } from './nerd-form.ts'
import { NerdForm } from './NerdForm.tsx'
import { MergeCard } from './MergeCard.tsx'
import { marksText } from './NerdsScreen.tsx'
import styles from './Nerds.module.css'
import { OwedCard } from './OwedCard.tsx'

interface NerdProps {
  nerd: RegisteredNerd
  me: OperatorAnswer
}

/** `/nerds/…`: one Nerd with rating, load, details and owed amounts (DESK-05, OPS-14). */
export function NerdScreen({ me }: { me: OperatorAnswer }) {
  const { id = '' } = useParams()
  const nerd = useNerd(id)
  return (
    <>
      <ScreenReadState query={nerd} texts={nerdTexts.one} zone={me.company_zone} />
      {nerd.data && <Loaded key={id} nerd={nerd.data} me={me} />}
    </>
  )
}

function Loaded({ nerd, me }: NerdProps) {
  useScreenTitle(nerd.name)
  return (
    <>
      <ScreenHead title={nerd.name} lead={nerd.active ? null : nerdTexts.inactive}>
        <Link to={deskPaths.nerds()}>{nerdTexts.heading}</Link>
      </ScreenHead>
      <div className={styles.columns}>
        <Card title={nerdTexts.details}>
          {may(me.role, 'change the register of Nerds') ? <Details nerd={nerd} me={me} /> : <Facts nerd={nerd} />}
        </Card>
        <div className={styles.column}>
          <WorkCard nerd={nerd} zone={me.company_zone} />
          <OwedCard nerd={nerd} me={me} />
          {may(me.role, 'change the register of Nerds') && <MergeCard nerd={nerd} />}
        </div>
      </div>
    </>
  )
}

function Details({ nerd, me }: NerdProps) {
  const edit = useEdit(`${me.id ?? me.name}.nerd.${nerd.id}`, { version: nerd.version, cells: cellsOfNerd(nerd) })
  const save = useChangeNerd(nerd.id)
  const send = () => {
    const saved = save.mutateAsync(
      { body: changeOf(edit.typed), ...edit.begin() },
      { onError: (error) => error.error_type === changedMeanwhile && edit.rebase() },
    )
    afterWrite(saved, edit.saved)
  }
  return (
    <CardBody>
      <NerdForm edit={edit} save={save} action={nerdTexts.save} onSave={send} />
    </CardBody>
  )
}

const Facts = ({ nerd: { email, entered_rating: rating, subjects } }: { nerd: RegisteredNerd }) => (
  <PriceRows>
    <PriceRow term={nerdTexts.columns.subjects}>{subjects.join(', ') || nerdTexts.noSubject}</PriceRow>
    <PriceRow term={nerdTexts.rating}>{rating}</PriceRow>
    <PriceRow term={nerdTexts.email}>{email ?? nerdTexts.noEmail}</PriceRow>
  </PriceRows>
)

function WorkCard({ nerd, zone }: { nerd: RegisteredNerd; zone: string }) {
  const now = useClock(serverNow)
  const { columns } = nerdTexts
  const due = nerd.next_due === null ? nerdTexts.nothingDue : dateWords(zone).instant(Date.parse(nerd.next_due), now)
  return (
    <Card title={nerdTexts.work}>
      <PriceRows>
        <PriceRow term={columns.rating}>{`${nerd.rating}, ${marksText(nerd)}`}</PriceRow>
        <PriceRow term={columns.open}>{nerd.open}</PriceRow>
        <PriceRow term={columns.late}>{nerd.late}</PriceRow>
        <PriceRow term={columns.due}>{due}</PriceRow>
        <PriceRow term={columns.delivered}>{nerd.delivered_30_days}</PriceRow>
      </PriceRows>
    </Card>
  )
}

/** `/nerds/new`: adds a Nerd to the register. */
export function NewNerdScreen({ me }: { me: OperatorAnswer }) {
  useScreenTitle(nerdTexts.newNerd)
  const edit = useEdit(`${me.id ?? me.name}.nerd.new`, { version: '', cells: newNerdCells })
  const add = useAddNerd()
  const navigate = useNavigate()
  const send = () => {
    const added = add.mutateAsync(
      { body: creationOf({ ...newNerdCells, ...edit.typed }), key: edit.begin().key },
      // A person who has left the page stays where they are.
      { onSuccess: ({ id }) => void navigate(deskPaths.nerd(id), { replace: true }) },
    )
    afterWrite(added, edit.clear)
  }
  return (
    <>
      <ScreenHead title={nerdTexts.newNerd} />
      <div className={styles.single}>
        <Card title={nerdTexts.details}>
          <CardBody>
            <NerdForm edit={edit} save={add} action={nerdTexts.add} isNew onSave={send} />
          </CardBody>
        </Card>
      </div>
    </>
  )
}
