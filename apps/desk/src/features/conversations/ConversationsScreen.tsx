import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { messageAnswerHours } from '@nerdify/domain/orders/business-time.ts'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'
import { Blank } from '@nerdify/ui/surfaces/Blank.tsx'
import { useClock } from '@nerdify/ui/use-clock.ts'
import { type RefObject, useRef } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { serverNow } from '../../api/client.ts'
import { type ListedConversation, useConversations } from '../../api/conversation-queries.ts'
import { useKeys } from '../../frame/keys-setting.ts'
import { MoreRows, ReadState, ScreenHead } from '../../frame/ScreenParts.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { useRestingRows } from '../../frame/use-resting-rows.ts'
import { useListAddress } from '../../frame/use-list-address.ts'
import { useChosenRow } from '../../frame/use-chosen-row.ts'
import { useTypedWords } from '@nerdify/browser/use-typed-words.ts'
import { conversationTexts } from '../../texts/conversations.ts'
import { useWayBack } from '../queue/use-way-back.ts'
import { ConversationRows } from './ConversationRows.tsx'
import styles from './ConversationsScreen.module.css'
import { Thread } from './Thread.tsx'
import type { OperationsConversationsQuery } from '@nerdify/contract/conversations.ts'

const { keys: keyNames } = conversationTexts
const keyList = [
  ['j', keyNames.next],
  ['k', keyNames.previous],
  ['Enter', keyNames.open],
  ['n', keyNames.nextOpen],
  ['r', keyNames.reply],
  ['a', keyNames.author],
  ['s', keyNames.replies],
  ['1 – 9', keyNames.useReply],
  ['o', keyNames.note],
  ['t', keyNames.take],
  ['Ctrl + Enter', keyNames.send],
  ['Esc', keyNames.queue],
  ['f', keyNames.find],
] as const

/** The lists of conversations; the first is the default. */
const shows = ['waits', 'mine', 'all'] as const
type Show = (typeof shows)[number]

/** The filter in the address (DESK-04); an unknown list counts as no filter. */
interface ConversationFilter {
  show: Show
  q: string
}

/** The filter of an address. */
const filterOf = (search: URLSearchParams): ConversationFilter => ({
  show: shows.find((each) => each === search.get('show')) ?? 'waits',
  q: search.get('q') ?? '',
})

/** The address' query of a filter. */
function searchOf({ show, q }: ConversationFilter): string {
  const search = new URLSearchParams({ ...(show !== 'waits' && { show }), ...(q !== '' && { q }) })
  return search.size === 0 ? '' : `?${search.toString()}`
}

/** The server's query of a filter. */
const queryOf = ({ show, q }: ConversationFilter): OperationsConversationsQuery => ({
  ...(show === 'waits' && { waits: 'true' }),
  ...(show === 'mine' && { mine: 'true' }),
  ...(q !== '' && { q }),
})

/** `/conversations…`: the conversations beside the opened one (DESK-04). */
export function ConversationsScreen({ me }: { me: OperatorAnswer }) {
  const { id } = useParams()
  const now = useClock(serverNow)
  useScreenTitle(conversationTexts.heading)
  useWayBack()
  return (
    <>
      <ScreenHead title={conversationTexts.heading} lead={conversationTexts.lead(messageAnswerHours)} keys={keyList} />
      <div className={styles.inbox}>
        <List id={id} me={me} now={now} />
        {id === undefined ? (
          <Blank head={conversationTexts.heading} title={conversationTexts.choose}>
            {conversationTexts.chooseLead}
          </Blank>
        ) : (
          <Thread key={id} id={id} me={me} now={now} isOwnPage />
        )}
      </div>
    </>
  )
}

interface ListProps {
  /** The opened conversation. */
  id: string | undefined
  me: OperatorAnswer
  /** Epoch milliseconds (UTC). */
  now: number
}

const isConversations = (pathname: string) => pathname.startsWith(deskPaths.conversations())

const idOf = ({ id }: ListedConversation): string => id

/** The list with its filters and keys. */
function List({ id, me, now }: ListProps) {
  const [params] = useSearchParams()
  const filter = filterOf(params)
  const search = searchOf(filter)
  const list = useConversations(queryOf(filter))
  const resting = useRestingRows(
    { rows: list.data ?? [], now, search },
    { keyOf: idOf, isCurrent: !list.isPlaceholderData },
  )
  const { rows } = resting
  const address = useListAddress(isConversations)
  const find = useRef<HTMLInputElement>(null)
  const table = useRef<HTMLDivElement>(null)
  const keys = rows.map(idOf)
  const chosen = useChosenRow(table, keys)
  useKeys({
    j: () => chosen.move(1),
    k: () => chosen.move(-1),
    n() {
      const next = keys[keys.indexOf(id ?? '') + 1] ?? keys.find((key) => key !== id)
      if (next !== undefined) address.open(deskPaths.conversation(next))
    },
    f: () => find.current?.focus(),
  })
  const none = filter.q === '' ? conversationTexts.none[filter.show] : conversationTexts.none.found
  const row = { me: me.name, now, zone: me.company_zone, search, opened: id, chosen }
  return (
    <div className={styles.list}>
      <Filters filter={filter} address={address} find={find} id={id} />
      <ReadState query={list} texts={conversationTexts.readList} zone={me.company_zone} />
      <div ref={table} aria-busy={list.isPlaceholderData} {...resting.area}>
        {list.data !== undefined && rows.length === 0 && (
          <div className={styles.none}>
            <h2>{none[0]}</h2>
            <p>{none[1]}</p>
          </div>
        )}
        {rows.length > 0 && <ConversationRows rows={rows} {...row} />}
      </div>
      <MoreRows list={list} />
    </div>
  )
}

interface FiltersProps {
  filter: ConversationFilter
  address: ReturnType<typeof useListAddress>
  /** The opened conversation stays open. */
  id: string | undefined
  find: RefObject<HTMLInputElement | null>
}

/** The list and its search. */
function Filters({ filter, address, id, find }: FiltersProps) {
  const pathname = id === undefined ? deskPaths.conversations() : deskPaths.conversation(id)
  const [words, setWords] = useTypedWords({
    addressFilter: filter.q,
    listAddress: pathname + searchOf(filter),
    onFilter: (q) => address.replaceSearch(searchOf({ ...filterOf(address.search()), q })),
  })
  return (
    <>
      <nav className={styles.shows} aria-label={conversationTexts.which}>
        {shows.map((show) => (
          <Link
            key={show}
            to={{ pathname, search: searchOf({ ...filter, show }) }}
            replace
            aria-current={filter.show === show ? true : undefined}
          >
            {conversationTexts.shows[show]}
          </Link>
        ))}
      </nav>
      <div className={styles.find}>
        <TextField
          ref={find}
          type="search"
          label={conversationTexts.find}
          hideLabel
          placeholder={conversationTexts.findHint}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </div>
    </>
  )
}
