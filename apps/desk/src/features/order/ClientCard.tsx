import { failureText } from '@nerdify/browser/failure-text.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import type { OperationsClient, OperationsOrder, OperationsOrderPage } from '@nerdify/contract/operations.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { PriceRow, PriceRows } from '@nerdify/ui/order/PriceSummary.tsx'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { Card, CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import { Skeleton, SkeletonBar } from '@nerdify/ui/surfaces/Skeleton.tsx'
import { Link } from 'react-router'
import { useClient, useClientOrders } from '../../api/order-queries.ts'
import { clientTexts, nameOf } from '../../texts/clients.ts'
import { orderTexts } from '../../texts/order.ts'
import { Reach } from '../clients/Reach.tsx'
import styles from './OrderScreen.module.css'

/** The number of the client's other orders on the page. */
const shownOrders = 5

/** The client of an order, with their last orders. */
export function ClientCard({ clientId, orderId }: { clientId: string; orderId: string }) {
  const client = useClient(clientId)
  const orders = useClientOrders(clientId)
  const error = client.error ?? orders.error
  return (
    <Card title={orderTexts.client}>
      <CardBody>
        <Stack gap={3}>
          {error && <ErrorText>{failureText(error)}</ErrorText>}
          {client.data ? (
            <ClientFacts client={client.data} />
          ) : (
            !error && (
              <Skeleton label={clientTexts.read.loading}>
                <SkeletonBar width="half" height="title" />
              </Skeleton>
            )
          )}
          {orders.data && <LastOrders page={orders.data} orderId={orderId} />}
        </Stack>
      </CardBody>
    </Card>
  )
}

/** Who the client is, and how to reach them. */
export const ClientFacts = ({ client }: { client: OperationsClient }) => {
  return (
    <>
      <h3 dir="auto">
        <Link to={deskPaths.client(client.id)}>{nameOf(client)}</Link>
      </h3>
      {client.blocked_at !== null && <ErrorText>{orderTexts.blocked}</ErrorText>}
      <div className={styles.rows}>
        <PriceRows>
          <Reach client={client} />
          <PriceRow term={orderTexts.balance}>{formatMoney(centsFromDollars(client.available_balance))}</PriceRow>
          <PriceRow term={orderTexts.plans}>
            {client.subscriptions_active.length === 0 ? orderTexts.none : client.subscriptions_active.join(', ')}
          </PriceRow>
        </PriceRows>
      </div>
    </>
  )
}

/** The client's other orders, newest first. */
export function LastOrders({ page, orderId }: { page: OperationsOrderPage; orderId: string }) {
  const others = page.results.filter(({ id }) => id !== orderId).slice(0, shownOrders)
  if (others.length === 0) return <Text look="muted">{orderTexts.onlyOrder}</Text>
  return (
    <>
      <h3>{orderTexts.lastOrders(`${page.total}${page.over_total ? '+' : ''}`)}</h3>
      <ul className={styles.orders}>
        {others.map((order) => (
          <LastOrder key={order.id} order={order} />
        ))}
      </ul>
    </>
  )
}

const LastOrder = ({ order: { number, name, decoStatus } }: { order: OperationsOrder }) => (
  <li>
    <span dir="auto">
      <Link to={deskPaths.order(number)}>{number}</Link>
      <span className={styles.orderName}>{name ?? orderTexts.untitled}</span>
    </span>
    <span>{decoStatus}</span>
  </li>
)
