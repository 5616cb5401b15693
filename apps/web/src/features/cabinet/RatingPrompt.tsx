import type { Order } from '@nerdify/contract/orders.ts'
import { marks } from '@nerdify/domain/orders/mark.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../api/client.ts'
import { storeOrder } from '../../api/queries.ts'
import { useAction } from '../../frame/use-action.ts'
import { cabinetTexts, cardTexts, markWords } from '../../texts/cabinet.ts'
import { CloseButton } from '@nerdify/ui/actions/Button.tsx'
import { Card, CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { Stack } from '@nerdify/ui/page/Layout.tsx'
import { starText } from '@nerdify/ui/part-texts.ts'
import { Star, StarLinks, starLinkClass } from '@nerdify/ui/choices/Stars.tsx'
import { titleOf } from './card-facts.ts'
import type { useOverlayLinks } from './use-overlay.ts'

interface RatingPromptProps {
  order: Order
  overlays: ReturnType<typeof useOverlayLinks>
}

/** Asks to rate the last unrated order; a star opens its rating, and closing it is stored (CAB-06, STATE-13). */
export function RatingPrompt({ order, overlays }: RatingPromptProps) {
  const queryClient = useQueryClient()
  const close = useAction(async () => {
    const change = { additional: ['review_shown_on_client' as const] }
    storeOrder(queryClient, await api.changeOrder(order._id, change, crypto.randomUUID()))
  })

  return (
    <Card
      title={cardTexts.promptTitle}
      badge={<CloseButton label={cardTexts.closePrompt} onClick={() => void close.run()} />}
    >
      <CardBody>
        <Stack gap={2}>
          <p>{cardTexts.prompt(titleOf(order))}</p>
          <StarLinks label={cardTexts.promptTitle}>
            {marks.map((mark, index) => (
              <Link
                key={mark}
                {...overlays('rating', order._id, String(mark))}
                className={starLinkClass()}
                aria-label={starText(mark, markWords[index] ?? '')}
              >
                <Star />
              </Link>
            ))}
          </StarLinks>
          <div role="status">{close.failure && <ErrorText>{cabinetTexts.promptFailed}</ErrorText>}</div>
        </Stack>
      </CardBody>
    </Card>
  )
}
