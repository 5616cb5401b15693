import type { Order } from '@nerdify/contract/orders.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { storeOrder } from '../../api/queries.ts'
import { cabinetTexts } from '../../texts/cabinet.ts'
import { ErrorText } from '../../ui/Field.tsx'
import { RatingCard } from './RatingCard.tsx'
import type { useOverlayLinks } from './use-overlay.ts'

/** What {@link RatingPrompt} takes. */
interface RatingPromptProps {
  order: Order
  overlays: ReturnType<typeof useOverlayLinks>
}

/** Asks to rate the last unrated order; a star opens its rating, and closing it is remembered (CAB-06, STATE-13). */
export function RatingPrompt({ order, overlays }: RatingPromptProps) {
  const queryClient = useQueryClient()
  const [isFailed, setFailed] = useState(false)

  const close = async () => {
    setFailed(false)
    try {
      const change = { additional: ['review_shown_on_client' as const] }
      storeOrder(queryClient, await api.changeOrder(order._id, change, crypto.randomUUID()))
    } catch {
      setFailed(true)
    }
  }

  return (
    <RatingCard
      order={order}
      overlays={overlays}
      onClose={() => void close()}
      fault={isFailed && <ErrorText>{cabinetTexts.promptFailed}</ErrorText>}
    />
  )
}
