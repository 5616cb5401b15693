import { failureText } from '@nerdify/browser/failure-text.ts'
import type { CallError } from '@nerdify/contract/error-body.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import type { FoundClient } from '@nerdify/contract/finding.ts'
import { clientSearchFault } from '@nerdify/domain/clients/client-search.ts'
import { formatPhone } from '@nerdify/domain/sign-in/phone-format.ts'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { Text } from '@nerdify/ui/page/Layout.tsx'
import { Card, CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useFind } from '../../api/client-queries.ts'
import { findWish } from '../../frame/find-wish.ts'
import { useKeys } from '../../frame/keys-setting.ts'
import { ScreenHead } from '../../frame/ScreenParts.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { useChosenRow } from '../../frame/use-chosen-row.ts'
import { clientTexts } from '../../texts/clients.ts'
import styles from './ClientScreen.module.css'

/** `/find`: clients and orders that match the frame's search (DESK-03). */
export function FindScreen() {
  const q = (useSearchParams()[0].get('q') ?? '').trim()
  const fault = clientSearchFault(q)
  const { clients, orders } = useFind(q, fault === undefined)
  const found = fault === undefined ? (clients.data?.results ?? []) : []
  const foundOrders = fault === undefined ? (orders.data?.results ?? []) : []
  const table = useRef<HTMLDivElement>(null)
  const rows = useChosenRow(table, [...found.map(({ id }) => id), ...foundOrders.map(({ id }) => id)])
  const wish = useSyncExternalStore(findWish.follow, findWish.get)
  const isShown = [clients, orders].every(({ isPending, isPlaceholderData }) => !isPending && !isPlaceholderData)
  useEffect(() => {
    if (wish !== q || !isShown) return
    findWish.set(undefined)
    table.current?.querySelector<HTMLElement>('[data-row]')?.focus()
  }, [wish, q, isShown])
  useScreenTitle(clientTexts.findHeading)
  useKeys({ j: () => rows.move(1), k: () => rows.move(-1) })
  const row = (id: string) => ({ 'data-row': id, onFocus: () => rows.choose(id) })
  return (
    <>
      <ScreenHead title={clientTexts.findHeading} lead={clientTexts.findLead} />
      {fault !== undefined ? (
        <Text look="muted">{fault}</Text>
      ) : (
        <div ref={table} className={styles.halves} aria-busy={clients.isPlaceholderData || orders.isPlaceholderData}>
          <Found title={clientTexts.clients} none={clientTexts.noClient} query={clients} count={found.length}>
            {found.map((client) => (
              <li key={client.id}>
                <ClientRow client={client} number={/\d{1,9}/.exec(q)?.[0]} row={row(client.id)} />
              </li>
            ))}
          </Found>
          <Found title={clientTexts.orders} none={clientTexts.noOrder} query={orders} count={foundOrders.length}>
            {foundOrders.map(({ id, number, name, decoStatus }) => (
              <li key={id}>
                <Link className={styles.row} to={deskPaths.order(number)} {...row(id)}>
                  <b dir="auto">{name ?? clientTexts.untitled}</b>
                  <span>{[number, decoStatus].filter((each) => each !== null).join(' · ')}</span>
                </Link>
              </li>
            ))}
          </Found>
        </div>
      )}
    </>
  )
}

interface FoundProps {
  title: string
  none: string
  query: { error: CallError | null; isPending: boolean }
  count: number
  children: ReactNode
}

/** The results of one kind. */
const Found = ({ title, none, query, count, children }: FoundProps) => (
  <Card title={title}>
    <CardBody>
      <div role="status">
        {query.error ? (
          <ErrorText>{failureText(query.error)}</ErrorText>
        ) : query.isPending ? (
          <Text look="muted">{clientTexts.looking}</Text>
        ) : (
          count === 0 && <Text look="muted">{none}</Text>
        )}
      </div>
      <ul className={styles.rows}>{children}</ul>
    </CardBody>
  </Card>
)

interface ClientRowProps {
  client: FoundClient
  /** The number in the search. */
  number: string | undefined
  row: { 'data-row': string; onFocus: () => void }
}

function ClientRow({ client, number, row }: ClientRowProps) {
  const { id, nickname, phone, email, blocked, orders, found_by: foundBy } = client
  const grouped = phone === null ? null : formatPhone(phone)
  const facts = [grouped, email, clientTexts.count(orders), blocked ? clientTexts.isBlocked : null]
  return (
    <>
      <Link className={styles.row} to={deskPaths.client(id)} {...row}>
        <b dir="auto">{nickname ?? grouped ?? email ?? clientTexts.noName}</b>
        <span dir="auto">{facts.filter((each) => each !== null).join(' · ')}</span>
      </Link>
      {foundBy === 'order' && number !== undefined && (
        <Link className={styles.row} to={deskPaths.order(number)}>
          {clientTexts.openOrder(number)}
        </Link>
      )}
    </>
  )
}
