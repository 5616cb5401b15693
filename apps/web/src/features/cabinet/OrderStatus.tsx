import type { ReactElement } from 'react'
import { CheckCircleIcon, UndoIcon } from '@nerdify/ui/actions/Icons.tsx'
import { GlassesIcon, LoaderIcon, WalletIcon } from '@nerdify/ui/actions/StatusIcons.tsx'
import { Status } from '@nerdify/ui/order/Status.tsx'
import type { CardFacts, StatusKind } from './card-facts.ts'

const icons: Record<StatusKind, ReactElement> = {
  unpaid: <WalletIcon />,
  nerd: <GlassesIcon />,
  work: <LoaderIcon />,
  done: <CheckCircleIcon />,
  off: <UndoIcon />,
}

/** The status of an order with its icon (CAB-04). */
export const OrderStatus = ({ status: { kind, text } }: Pick<CardFacts, 'status'>) => (
  <Status kind={kind} icon={icons[kind]}>
    {text}
  </Status>
)
