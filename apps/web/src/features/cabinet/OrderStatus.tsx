import type { ReactElement } from 'react'
import { CheckCircleIcon, UndoIcon } from '@nerdify/ui/actions/Icons.tsx'
import { ClockIcon, FlagIcon, GlassesIcon, LoaderIcon, WalletIcon } from '@nerdify/ui/actions/StatusIcons.tsx'
import { Status, type StatusKind } from '@nerdify/ui/order/Status.tsx'
import type { CardFacts, OrderStatusKind } from './card-facts.ts'

const looks: Record<OrderStatusKind, { look: StatusKind; icon: ReactElement }> = {
  unpaid: { look: 'unpaid', icon: <WalletIcon /> },
  nerd: { look: 'nerd', icon: <GlassesIcon /> },
  work: { look: 'work', icon: <LoaderIcon /> },
  refund: { look: 'work', icon: <ClockIcon /> },
  late: { look: 'bad', icon: <FlagIcon /> },
  done: { look: 'done', icon: <CheckCircleIcon /> },
  off: { look: 'off', icon: <UndoIcon /> },
}

/** The status of an order with its icon (CAB-04, EASE-15). */
export const OrderStatus = ({ status: { kind, text } }: Pick<CardFacts, 'status'>) => (
  <Status kind={looks[kind].look} icon={looks[kind].icon}>
    {text}
  </Status>
)
