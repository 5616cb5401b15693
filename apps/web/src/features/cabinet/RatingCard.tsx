import type { Order } from '@nerdify/contract/orders.ts'
import { marks } from '@nerdify/domain/orders/mark.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cardTexts, markWords } from '../../texts/cabinet.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { CloseIcon } from '../../ui/Icons.tsx'
import { Stack } from '../../ui/Layout.tsx'
import { starText } from '../../ui/part-texts.ts'
import { BlankStar, StarLinks, starLinkClass } from '../../ui/Stars.tsx'
import { titleOf } from './card-facts.ts'
import type { useOverlayLinks } from './use-overlay.ts'

/** What {@link RatingCard} takes. */
interface RatingCardProps {
  order: Order
  overlays: ReturnType<typeof useOverlayLinks>
  onClose?: () => void
  /** What came of closing it, if it failed. */
  fault?: ReactNode
}

/** The look of the prompt to rate an order: each star opens its rating (CAB-06). */
export const RatingCard = ({ order, overlays, onClose, fault }: RatingCardProps) => (
  <Card
    title={cardTexts.promptTitle}
    badge={
      <IconButton label={cardTexts.closePrompt} onClick={onClose}>
        <CloseIcon />
      </IconButton>
    }
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
              <BlankStar />
            </Link>
          ))}
        </StarLinks>
        <div role="status">{fault}</div>
      </Stack>
    </CardBody>
  </Card>
)
