import { failureText } from '@nerdify/browser/failure-text.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import type { CallError } from '@nerdify/contract/error-body.ts'
import { type QueueEntry, type QueueQuery, staffWords } from '@nerdify/contract/queue.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { capitalized, dateWords } from '@nerdify/domain/dates/date-words.ts'
import { wordsFault } from '@nerdify/domain/input/search-text.ts'
import { type Turn, waitName, waitTurn } from '@nerdify/domain/orders/order-waits.ts'
import { Button, buttonClass } from '@nerdify/ui/actions/Button.tsx'
import { LinkButton } from '@nerdify/ui/actions/TextLink.tsx'
import { Segmented } from '@nerdify/ui/choices/Segmented.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { Select } from '@nerdify/ui/fields/SelectField.tsx'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'
import { Blank } from '@nerdify/ui/surfaces/Blank.tsx'
import { useOnceOnline } from '@nerdify/ui/surfaces/use-once-online.ts'
import { VisuallyHidden } from '@nerdify/ui/page/VisuallyHidden.tsx'
import { useClock } from '@nerdify/ui/use-clock.ts'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { serverNow } from '../../api/client.ts'
import { rowKey, useQueue } from '../../api/queries.ts'
import { useStaff } from '../../api/staff-queries.ts'
import { KeysDialog } from '../../frame/KeysDialog.tsx'
import { useKeys } from '../../frame/keys-setting.ts'
import { NotifyButton } from '../../frame/NotifyButton.tsx'
import { ReadState } from '../../frame/ScreenParts.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { useListAddress } from '../../frame/use-list-address.ts'
import { useTypedWords } from '@nerdify/browser/use-typed-words.ts'
import { frameTexts } from '../../texts/frame.ts'
import { queueTexts } from '../../texts/queue.ts'
import { lastSearch, queryOf, searchWith } from './queue-query.ts'
import styles from './QueueScreen.module.css'
import { isTakeable, QueueTable } from './QueueTable.tsx'
import { useRestingRows } from '../../frame/use-resting-rows.ts'
import { type ChosenRow, useChosenRow, useIsMoved } from '../../frame/use-chosen-row.ts'
import { useResend } from '../../frame/use-resend.ts'
import { useTake } from '../../frame/use-take.ts'

/** The number of kinds with a digit key; 1 is for all. */
const kindsWithDigit = 8
const { key: keyNames } = queueTexts
const keyList = [
  ['j', keyNames.next],
  ['k', keyNames.previous],
  ['Enter', keyNames.open],
  ['n', keyNames.nextMine],
  ['t', keyNames.take],
  ['l', keyNames.late],
  ['m', keyNames.mine],
  [`1 – ${kindsWithDigit + 1}`, keyNames.kind],
  ['f', keyNames.find],
] as const

/** `/`: the waits for staff and Nerds, soonest due first, live (DESK-01). */
export function QueueScreen({ me }: { me: OperatorAnswer }) {
  const [search] = useSearchParams()
  const query = queryOf(search)
  useEffect(() => lastSearch.set(searchWith(query, {})))
  const zone = me.company_zone
  // The first key of a search finds nothing yet.
  const fault = query.q === undefined ? undefined : wordsFault(query.q, queueTexts.findEmpty)
  const queue = useQueue(
    fault === undefined ? query : queryOf(new URLSearchParams(searchWith(query, { q: undefined }))),
  )
  const now = useClock(serverNow)
  const { take, takeRow } = useTakeRow(me.name)
  const { resend, onResend } = useResendRow()
  const find = useRef<HTMLInputElement>(null)
  const resting = useRestingRows(
    { rows: queue.data?.entries ?? [], now, search: searchWith(query, {}) },
    { keyOf: rowKey, isCurrent: !queue.isPlaceholderData },
  )
  const entries = resting.rows
  const counts = queue.data?.counts ?? []
  const table = useRef<HTMLDivElement>(null)
  const rows = useChosenRow(table, entries.map(rowKey))
  const late = counts.reduce((sum, kind) => sum + kind.late, 0)
  useScreenTitle(queueTexts.heading, late === 0 ? undefined : queueTexts.late(late))

  const filter = useFilter()
  const keys = useQueueKeys({ queue, entries, rows, me: me.name, takeRow, filter, find })

  return (
    <>
      <Head query={query} onKeys={() => keys.show(true)} />
      {queue.data === undefined && <ReadState query={queue} texts={queueTexts.read} />}
      {queue.data && <Kinds counts={counts} query={query} />}
      {(queue.data || queue.error) && (
        <Tools query={query} counts={counts} me={me.name} fault={fault} onFilter={filter} find={find} />
      )}
      {queue.data && (
        <>
          <News {...{ queue, zone, take, resend, rows }} announcement={keys.announcement} />
          {entries.length === 0 && <NoRows query={query} all={counts.reduce((sum, { open }) => sum + open, 0)} />}
          <div ref={table} className={styles.rows} aria-busy={queue.isPlaceholderData} {...resting.area}>
            {entries.length > 0 && (
              <QueueTable
                entries={entries}
                me={me.name}
                now={now}
                bandsAt={resting.bandsAt}
                zone={zone}
                chosen={rows}
                onTake={takeRow}
                onResend={onResend}
                busy={busyOf(take) ?? busyOf(resend)}
              />
            )}
          </div>
          <Foot queue={queue} isBehind={resting.isBehind} />
        </>
      )}
      {keys.areShown && <KeysDialog keys={keyList} onClose={() => keys.show(false)} />}
    </>
  )
}

type FilterChange = Parameters<typeof searchWith>[1]

const isQueue = (pathname: string) => pathname === deskPaths.queue()

/** Changes the filters of the address; a press starts from the previous one, which may not be rendered yet. */
function useFilter() {
  const address = useListAddress(isQueue)
  return (change: FilterChange | ((latest: QueueQuery) => FilterChange)) => {
    const latest = queryOf(address.search())
    address.replaceSearch(searchWith(latest, typeof change === 'function' ? change(latest) : change))
  }
}

interface QueueKeys {
  queue: ReturnType<typeof useQueue>
  entries: readonly QueueEntry[]
  rows: ChosenRow
  me: string
  takeRow: (entry: QueueEntry) => void
  filter: ReturnType<typeof useFilter>
  find: RefObject<HTMLInputElement | null>
}

/** The keys of the queue; `announcement` is why the last one had no effect. */
function useQueueKeys({ queue, entries, rows, me, takeRow, filter, find }: QueueKeys) {
  const [areShown, show] = useState(false)
  const [announcement, say] = useState<string>()
  const act = (doIt: () => string | undefined) => () => say(doIt())
  const next = () => {
    const hasMoved = rows.move(1)
    if (rows.isLast() && queue.hasNextPage && !queue.isFetchingNextPage) void queue.fetchNextPage()
    return hasMoved || queue.hasNextPage ? undefined : queueTexts.lastRow
  }
  const nextMine = () => {
    const mine = new Set(entries.filter(({ taken_by: holder }) => holder === me).map(rowKey))
    return rows.moveTo((key) => mine.has(key)) ? undefined : queueTexts.noneMine
  }
  const takeChosen = () => {
    const entry = entries.find((each) => rowKey(each) === rows.chosen())
    if (entry === undefined) return undefined
    const { number, taken_by: holder } = entry
    if (number === null || !isTakeable(entry)) return queueTexts.notTaken
    if (holder !== null && holder !== me) return queueTexts.takenBy(holder, number)
    takeRow(entry)
    return undefined
  }
  const counts = queue.data?.counts ?? []
  useKeys({
    j: act(next),
    k: act(() => void rows.move(-1)),
    n: act(nextMine),
    t: act(takeChosen),
    l: () => filter(({ late }) => ({ late: late === undefined ? 'true' : undefined })),
    m: () => filter(({ staff }) => ({ staff: staff === staffWords.me ? undefined : staffWords.me })),
    f: () => find.current?.focus(),
    '?': () => show(true),
    '1': () => filter({ kind: undefined }),
    ...Object.fromEntries(
      counts.slice(0, kindsWithDigit).map(({ kind }, index) => [String(index + 2), () => filter({ kind })]),
    ),
  })
  return { areShown, show, announcement }
}

/** Takes or releases the order of a row; stays the same function between two presses, so that rows stay memoized. */
function useTakeRow(me: string) {
  const take = useTake()
  const { mutate, isPending } = take
  const takeRow = useCallback(
    (entry: QueueEntry | undefined) => {
      if (entry?.order_id == null || isPending) return
      if (entry.taken_by !== null && entry.taken_by !== me) return
      mutate({ id: entry.order_id, isRelease: entry.taken_by === me })
    },
    [mutate, isPending, me],
  )
  return { take, takeRow }
}

const Head = ({ query, onKeys }: { query: QueueQuery; onKeys: () => void }) => (
  <div className={styles.head}>
    <h1 tabIndex={-1}>{queueTexts.heading}</h1>
    <span>{queueTexts.lead}</span>
    <span>{queueTexts.zone}</span>
    <Button size="small" variant="quiet" onClick={onKeys}>
      {frameTexts.keys}
    </Button>
    <NotifyButton />
    <SavedFilters query={query} />
  </div>
)

/** Resends the message of a row; stays the same function between two presses, like {@link useTakeRow}'s. */
function useResendRow() {
  const resend = useResend()
  const { mutate, isPending } = resend
  const onResend = useCallback(
    ({ id }: QueueEntry) => {
      if (!isPending) mutate({ id })
    },
    [mutate, isPending],
  )
  return { resend, onResend }
}

/** The order or message of a write in flight. */
const busyOf = ({ isPending, variables }: { isPending: boolean; variables: { id: string } | undefined }) =>
  isPending ? variables?.id : undefined

interface NewsProps {
  queue: Queue
  zone: string
  take: ReturnType<typeof useTake>
  resend: ReturnType<typeof useResend>
  rows: ChosenRow
  /** Why a key had no effect. */
  announcement: string | undefined
}

/**
 * The effect of a press or a colleague on the rows, and a failed read; the row itself shows who has it. The line keeps its
 * height when it is empty, so that no row moves under the pointer.
 */
function News({ queue, zone, take: { data, variables, ...take }, resend, rows, announcement }: NewsProps) {
  const isMoved = useIsMoved(rows)
  const error = take.error ?? resend.error
  return (
    <div className={styles.news}>
      <div role="status">
        {error ? <ErrorText>{failureText(error)}</ErrorText> : isMoved && <span>{queueTexts.gone}</span>}
        {announcement !== undefined && <span>{announcement}</span>}
        {resend.isSuccess && <span>{queueTexts.resent}</span>}
        {data && (
          <VisuallyHidden>{(variables.isRelease ? queueTexts.released : queueTexts.taken)(data.number)}</VisuallyHidden>
        )}
      </div>
      <div role="alert">{queue.error && <NotLive queue={queue} zone={zone} fault={queue.error} />}</div>
    </div>
  )
}

type Queue = ReturnType<typeof useQueue>

/** Since when the rows are not live, and why. */
function NotLive({ queue, zone, fault }: Pick<NewsProps, 'queue' | 'zone'> & { fault: CallError }) {
  const { isFetching, dataUpdatedAt, refetch } = queue
  const retry = () => {
    if (!isFetching) void refetch()
  }
  useOnceOnline(!isFetching, retry)
  return (
    <>
      <ErrorText>{`${frameTexts.notLive(dateWords(zone).timeOfZone(dataUpdatedAt))}. ${failureText(fault)}`}</ErrorText>
      <LinkButton onClick={retry} blocked={isFetching}>
        {isFetching ? frameTexts.trying : frameTexts.tryNow}
      </LinkButton>
    </>
  )
}

const Foot = ({ queue, isBehind }: { queue: Queue; isBehind: boolean }) => (
  <div className={styles.foot}>
    <span role="status">{queueTexts.shown(queue.data?.entries.length ?? 0, queue.data?.total ?? 0)}</span>
    {isBehind && <span>{queueTexts.behind}</span>}
    {queue.hasNextPage && (
      <Button
        size="small"
        busy={queue.isFetchingNextPage && queueTexts.loadingMore}
        onClick={() => void queue.fetchNextPage()}
      >
        {queueTexts.more}
      </Button>
    )}
  </div>
)

const savedFilters: readonly (readonly [name: string, filter: QueueQuery])[] = [
  [queueTexts.mine, { staff: staffWords.me }],
  [queueTexts.free, { staff: staffWords.nobody }],
  [queueTexts.topNerd, { kind: 'nerd_search', top_nerd: 'true' }],
  [queueTexts.onlyLate, { late: 'true' }],
]

/** Filters that join the current ones; a current one links to its removal. */
const SavedFilters = ({ query }: { query: QueueQuery }) => (
  <nav className={styles.saved} aria-label={queueTexts.saved}>
    {savedFilters.map(([name, filter]) => {
      const parts = Object.entries(filter) as [keyof FilterChange, string][]
      const isOn = parts.every(([part, value]) => query[part] === value)
      const change = isOn ? Object.fromEntries(parts.map(([part]) => [part, undefined])) : filter
      return (
        <Link key={name} to={{ search: searchWith(query, change) }} aria-current={isOn ? true : undefined} replace>
          {name}
        </Link>
      )
    })}
  </nav>
)

type Counts = readonly { kind: QueueEntry['kind']; open: number; late: number }[]

/** Open and late waits of each kind; each is a filter. A kind without a digit shows while it has a row. */
function Kinds({ counts, query }: { counts: Counts; query: QueueQuery }) {
  const sum = (name: 'open' | 'late') => counts.reduce((total, each) => total + each[name], 0)
  const cells = [
    { kind: undefined, name: queueTexts.all, open: sum('open'), late: sum('late') },
    ...counts
      .filter(({ kind, open }, index) => index < kindsWithDigit || open > 0 || kind === query.kind)
      .map((each) => ({ ...each, name: capitalized(waitName(each.kind)) })),
  ]
  return (
    <nav className={styles.kinds} aria-label={queueTexts.kinds}>
      {cells.map(({ kind, name, open, late }) => (
        <Link
          key={name}
          to={{ search: searchWith(query, { kind }) }}
          replace
          className={styles.kind}
          aria-current={query.kind === kind ? true : undefined}
        >
          <b className={open === 0 ? styles.zero : undefined}>{open}</b>
          <span className={styles.late}>{late > 0 && <span>{queueTexts.late(late)}</span>}</span>
          <small>{name}</small>
        </Link>
      ))}
    </nav>
  )
}

interface ToolsProps {
  query: QueueQuery
  counts: Counts
  /** The name of the person at the desk. */
  me: string
  /** Why the words find nothing yet. */
  fault: string | undefined
  onFilter: (change: FilterChange) => void
  find: RefObject<HTMLInputElement | null>
}

/** Filters by turn, by colleague, and by words; typing filters at once. */
function Tools({ query, counts, me, fault, onFilter, find }: ToolsProps) {
  const [words, setWords] = useTypedWords({
    addressFilter: query.q ?? '',
    listAddress: searchWith(query, {}),
    onFilter: (typed) => onFilter({ q: typed }),
  })
  const { turns } = queueTexts
  const openOf = (turn?: Turn) =>
    counts.reduce((sum, { kind, open }) => sum + (turn === undefined || waitTurn(kind) === turn ? open : 0), 0)
  return (
    <div className={styles.tools} role="group" aria-label={queueTexts.filters}>
      <Segmented
        label={queueTexts.turn}
        value={query.turn ?? 'all'}
        options={[
          { value: 'all', label: queueTexts.ofTurn(turns.all, openOf()) },
          { value: 'staff', label: queueTexts.ofTurn(turns.staff, openOf('staff')) },
          { value: 'nerd', label: queueTexts.ofTurn(turns.nerd, openOf('nerd')) },
        ]}
        onChange={(turn) => onFilter({ turn: turn === 'all' ? undefined : turn })}
      />
      <HolderFilter staff={query.staff ?? ''} me={me} onFilter={onFilter} />
      <div className={styles.find}>
        <TextField
          ref={find}
          type="search"
          label={queueTexts.find}
          hideLabel
          placeholder={queueTexts.findHint}
          value={words}
          hint={fault}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </div>
    </div>
  )
}

interface HolderFilterProps extends Pick<ToolsProps, 'me' | 'onFilter'> {
  /** The current filter; empty for none. */
  staff: string
}

/** Filters by the colleague who has a row. */
function HolderFilter({ staff, me, onFilter }: HolderFilterProps) {
  const { data } = useStaff()
  const words: readonly string[] = ['', ...Object.values(staffWords)]
  const names = (data?.results ?? []).map(({ name }) => name).filter((name) => name !== me)
  // A filter in the address may name a former colleague.
  const colleagues = words.includes(staff) || names.includes(staff) ? names : [...names, staff]
  return (
    <Select
      aria-label={queueTexts.holder}
      value={staff}
      options={[
        { value: '', label: queueTexts.anyHolder },
        { value: staffWords.me, label: queueTexts.mine },
        { value: staffWords.nobody, label: queueTexts.free },
        ...colleagues.map((name) => ({ value: name, label: name })),
      ]}
      onChange={(value) => onFilter({ staff: value === '' ? undefined : value })}
    />
  )
}

function NoRows({ query, all }: { query: QueueQuery; all: number }) {
  if (Object.keys(query).length === 0) {
    return (
      <Blank head={queueTexts.heading} title={queueTexts.nothing}>
        {queueTexts.nothingLead}
      </Blank>
    )
  }
  return (
    <Blank
      head={queueTexts.heading}
      title={queueTexts.noneFits}
      actions={
        <Link className={buttonClass()} to={deskPaths.queue()}>
          {queueTexts.clear}
        </Link>
      }
    >
      {queueTexts.noneFitsLead(all)}
    </Blank>
  )
}
