import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import type { RegisteredNerd } from '@nerdify/contract/nerds.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { dateWords } from '@nerdify/domain/dates/date-words.ts'
import { fewestMarksForRating } from '@nerdify/domain/nerds/nerd-rating.ts'
import { may } from '@nerdify/domain/staff/staff-rights.ts'
import { buttonClass } from '@nerdify/ui/actions/Button.tsx'
import { AlertIcon } from '@nerdify/ui/actions/Icons.tsx'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'
import { Blank } from '@nerdify/ui/surfaces/Blank.tsx'
import { useClock } from '@nerdify/ui/use-clock.ts'
import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { serverNow } from '../../api/client.ts'
import { useRegister } from '../../api/nerd-queries.ts'
import { useKeys } from '../../frame/keys-setting.ts'
import { Cell, type Column, Figure, Ledger, rowLinkClass } from '../../frame/Ledger.tsx'
import { MoreRows, ReadState, ScreenHead } from '../../frame/ScreenParts.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { useListAddress } from '../../frame/use-list-address.ts'
import { useChosenRow } from '../../frame/use-chosen-row.ts'
import { useTypedWords } from '@nerdify/browser/use-typed-words.ts'
import { nerdTexts } from '../../texts/nerds.ts'
import styles from './Nerds.module.css'

const { key: keyNames, columns } = nerdTexts
const keyList = [
  ['j', keyNames.next],
  ['k', keyNames.previous],
  ['Enter', keyNames.open],
  ['f', keyNames.find],
] as const

const ledgerColumns: readonly Column[] = [
  { name: columns.name },
  { name: columns.subjects },
  { name: columns.rating },
  { name: columns.open, look: 'figure' },
  { name: columns.late, look: 'figure' },
  { name: columns.due },
  { name: columns.delivered, look: 'wide figure' },
]

/** `/nerds`: the register by name, with rating and load (DESK-05, OPS-14). */
export function NerdsScreen({ me }: { me: OperatorAnswer }) {
  const [params] = useSearchParams()
  const { q, showsAll } = filterOf(params)
  const register = useRegister({ ...(q !== '' && { q }), ...(!showsAll && { active: 'true' as const }) })
  const nerds = register.data ?? []
  const now = useClock(serverNow)
  const table = useRef<HTMLDivElement>(null)
  const rows = useChosenRow(
    table,
    nerds.map(({ id }) => id),
  )
  useScreenTitle(nerdTexts.heading)
  useKeys({ j: () => rows.move(1), k: () => rows.move(-1) })
  return (
    <>
      <ScreenHead title={nerdTexts.heading} lead={nerdTexts.lead(fewestMarksForRating)} keys={keyList}>
        {may(me.role, 'change the register of Nerds') && (
          <Link className={buttonClass({ size: 'small', variant: 'primary' })} to={deskPaths.newNerd()}>
            {nerdTexts.add}
          </Link>
        )}
      </ScreenHead>
      <Filters q={q} showsAll={showsAll} />
      <ReadState query={register} texts={nerdTexts.register} zone={me.company_zone} />
      {register.data?.length === 0 && <NoNerds isFiltered={q !== ''} />}
      <div ref={table} aria-busy={register.isPlaceholderData}>
        {nerds.length > 0 && (
          <Ledger caption={nerdTexts.caption} columns={ledgerColumns}>
            {nerds.map((nerd) => (
              <Row key={nerd.id} nerd={nerd} now={now} zone={me.company_zone} onChoose={rows.choose} />
            ))}
          </Ledger>
        )}
      </div>
      <MoreRows list={register} />
    </>
  )
}

interface Filter {
  q: string
  showsAll: boolean
}

/** The filter of an address. */
const filterOf = (search: URLSearchParams): Filter => ({
  q: search.get('q') ?? '',
  showsAll: search.get('show') === 'all',
})

/** The address' query of a filter. */
const searchOf = ({ q, showsAll }: Filter): string =>
  new URLSearchParams({ ...(showsAll && { show: 'all' }), ...(q !== '' && { q }) }).toString()

const isRegister = (pathname: string) => pathname === deskPaths.nerds()

/** Active Nerds or all, and the search; the address has both. */
function Filters({ q, showsAll }: Filter) {
  const address = useListAddress(isRegister)
  const find = useRef<HTMLInputElement>(null)
  const [words, setWords] = useTypedWords({
    addressFilter: q,
    onFilter: (typed) => address.replaceSearch(searchOf({ ...filterOf(address.search()), q: typed })),
  })
  useKeys({ f: () => find.current?.focus() })
  return (
    <div className={styles.tools}>
      <nav className={styles.shows} aria-label={nerdTexts.which}>
        {(['active', 'all'] as const).map((show) => (
          <Link
            key={show}
            replace
            to={{ search: searchOf({ q, showsAll: show === 'all' }) }}
            aria-current={showsAll === (show === 'all') ? true : undefined}
          >
            {nerdTexts.shows[show]}
          </Link>
        ))}
      </nav>
      <div className={styles.find}>
        <TextField
          ref={find}
          type="search"
          label={nerdTexts.find}
          hideLabel
          placeholder={nerdTexts.findHint}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </div>
    </div>
  )
}

const NoNerds = ({ isFiltered }: { isFiltered: boolean }) => (
  <Blank head={nerdTexts.heading} title={isFiltered ? nerdTexts.noneFits : nerdTexts.none}>
    {isFiltered ? nerdTexts.noneFitsLead : nerdTexts.noneLead}
  </Blank>
)

interface RowProps {
  nerd: RegisteredNerd
  /** Epoch milliseconds (UTC). */
  now: number
  /** The company's time zone (IANA). */
  zone: string
  onChoose: (id: string) => void
}

function Row({ nerd, now, zone, onChoose }: RowProps) {
  const { id, name, subjects, active, open, late, next_due: due, delivered_30_days: delivered } = nerd
  return (
    <tr>
      <Cell head>
        <Link className={rowLinkClass()} to={deskPaths.nerd(id)} data-row={id} dir="auto" onFocus={() => onChoose(id)}>
          {name}
        </Link>
        {!active && <small>{nerdTexts.inactive}</small>}
      </Cell>
      <Cell>
        <span dir="auto">{subjects.join(', ') || nerdTexts.noSubject}</span>
      </Cell>
      <Cell>
        <b>{nerd.rating}</b>
        <small>{marksText(nerd)}</small>
      </Cell>
      <Cell look="figure">
        <Figure isZero={open === 0}>{open}</Figure>
      </Cell>
      <Cell look="figure">
        {late === 0 ? (
          <Figure isZero>{late}</Figure>
        ) : (
          <span className={styles.late}>
            <AlertIcon />
            <span>{late}</span>
          </span>
        )}
      </Cell>
      <Cell>
        {due === null ? <Figure isZero>{nerdTexts.nothingDue}</Figure> : dateWords(zone).instant(Date.parse(due), now)}
      </Cell>
      <Cell look="wide figure">
        <Figure isZero={delivered === 0}>{delivered}</Figure>
      </Cell>
    </tr>
  )
}

/** The source of a rating. */
export const marksText = ({ marks }: RegisteredNerd): string =>
  marks < fewestMarksForRating ? nerdTexts.entered(marks, fewestMarksForRating) : nerdTexts.marks(marks)
