import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import type { LoggedAction, LogQuery } from '@nerdify/contract/operations.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { capitalized, dateWords } from '@nerdify/domain/dates/date-words.ts'
import { loggedActions } from '@nerdify/domain/staff/logged-actions.ts'
import { buttonClass } from '@nerdify/ui/actions/Button.tsx'
import { SelectField } from '@nerdify/ui/fields/SelectField.tsx'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'
import { Blank } from '@nerdify/ui/surfaces/Blank.tsx'
import { useClock } from '@nerdify/ui/use-clock.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { api, serverNow } from '../../api/client.ts'
import { rowsOf } from '../../api/queries.ts'
import { useStaff } from '../../api/staff-queries.ts'
import { Cell, Ledger } from '../../frame/Ledger.tsx'
import { MoreRows, ReadState, ScreenHead } from '../../frame/ScreenParts.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { useListAddress } from '../../frame/use-list-address.ts'
import { useTypedWords } from '@nerdify/browser/use-typed-words.ts'
import { logTexts } from '../../texts/log.ts'
import { filterOf, type LogFilter, searchOf, sentWords } from './log-query.ts'
import styles from './Log.module.css'

const { columns } = logTexts
const ledgerColumns = [
  { name: columns.time },
  { name: columns.person },
  { name: columns.action },
  { name: columns.about },
  { name: columns.sent, look: 'wide' as const },
]

/** `/log`: actions of staff and machines; the address has the filters (DESK-06, OPS-19). */
export function LogScreen({ me }: { me: OperatorAnswer }) {
  const [params] = useSearchParams()
  const filter = filterOf(params)
  const log = useLog(filter)
  const rows = log.data ?? []
  const now = useClock(serverNow)
  useScreenTitle(logTexts.heading)
  return (
    <>
      <ScreenHead title={logTexts.heading} lead={logTexts.lead} />
      <Filters filter={filter} fault={log.error?.status === 404 && log.error.text} />
      {filter.client !== undefined && (
        <p>
          {`${logTexts.client}: ${rows.find(({ subject }) => subject.startsWith('client '))?.subject_name ?? filter.client}`}
        </p>
      )}
      {log.error?.status !== 404 && <ReadState query={log} texts={logTexts.read} />}
      {log.data?.length === 0 && (
        <Blank head={logTexts.heading} title={logTexts.none}>
          {logTexts.noneLead}
        </Blank>
      )}
      {!log.error && rows.length > 0 && (
        <div aria-busy={log.isPlaceholderData}>
          <Ledger caption={logTexts.caption} columns={ledgerColumns}>
            {rows.map((row) => (
              <tr key={row.id}>
                <Cell head>{capitalized(dateWords(me.company_zone).time(Date.parse(row.at), now))}</Cell>
                <Cell>{row.person}</Cell>
                <Cell>{capitalized(row.action)}</Cell>
                <Cell>
                  <Subject row={row} />
                </Cell>
                <Cell look="wide">
                  <span className={styles.sent} dir="auto">
                    {sentWords(row.request)}
                  </span>
                </Cell>
              </tr>
            ))}
          </Ledger>
        </div>
      )}
      <MoreRows list={log} />
    </>
  )
}

/** The log, newest first; the last answer stays until the next filter's arrives. */
const useLog = (query: LogQuery) =>
  useInfiniteQuery({
    ...rowsOf(['log', query], (from) => api.log({ ...query, ...from })),
    placeholderData: keepPreviousData,
  })

/** The action's subject, with a link. */
function Subject({ row: { subject, subject_name: name } }: { row: LoggedAction }) {
  const [kind = '', id = ''] = subject.split(' ')
  if (kind === 'order') return <Link to={deskPaths.order(id)}>{`${logTexts.kinds.order} ${name ?? id}`}</Link>
  if (kind === 'client')
    return (
      <Link to={deskPaths.client(id)} dir="auto">
        {name ?? logTexts.kinds.client}
      </Link>
    )
  // A conversation's address is the number of its order, or the client's id.
  if (kind === 'conversation')
    return (
      <Link to={deskPaths.conversation(name !== null && /^\d+$/.test(name) ? name : id)} dir="auto">
        {`${logTexts.kinds.conversation} ${name ?? ''}`}
      </Link>
    )
  return <span dir="auto">{logTexts.subject(subject)}</span>
}

interface FiltersProps {
  filter: LogFilter
  /** Why no order has the typed number. */
  fault: string | false | undefined
}

const isLog = (pathname: string) => pathname === deskPaths.log()

function Filters({ filter, fault }: FiltersProps) {
  const address = useListAddress(isLog)
  const staff = useStaff()
  const set = (change: LogFilter) => address.replaceSearch(searchOf({ ...filterOf(address.search()), ...change }))
  const [order, setOrder] = useTypedWords({
    addressFilter: filter.order ?? '',
    onFilter: (typed) => set({ order: typed, client: '' }),
  })
  const people = [...(staff.data?.results ?? []).map(({ name }) => name), logTexts.machine]
  // A person who was removed is still in the log.
  if (filter.person !== undefined && !people.includes(filter.person)) people.push(filter.person)
  return (
    <div className={styles.tools} role="group" aria-label={logTexts.filters}>
      <SelectField
        label={logTexts.person}
        value={filter.person ?? ''}
        options={[{ value: '', label: logTexts.everybody }, ...people.map((value) => ({ value, label: value }))]}
        onChange={(person) => set({ person })}
      />
      <SelectField
        label={logTexts.action}
        value={filter.action ?? ''}
        options={[
          { value: '', label: logTexts.every },
          ...Object.keys(loggedActions).map((value) => ({ value, label: capitalized(value) })),
        ]}
        onChange={(action) => set({ action })}
      />
      <TextField
        type="search"
        inputMode="numeric"
        label={logTexts.order}
        value={order}
        onChange={({ currentTarget }) => setOrder(currentTarget.value)}
        error={fault}
      />
      {Object.keys(filter).length > 0 && (
        <div>
          <Link className={buttonClass({ size: 'small', variant: 'quiet' })} to={deskPaths.log()} replace>
            {logTexts.all}
          </Link>
        </div>
      )}
    </div>
  )
}
