import type { OrderFilter } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { ButtonLink } from '../../frame/links.tsx'
import { cabinetTexts } from '../../texts/cabinet.ts'
import { Blank } from '@nerdify/ui/surfaces/Blank.tsx'
import { NerdBadge } from '@nerdify/ui/page/Brand.tsx'
import { completedPath } from './filters.ts'

/** A cabinet without orders: what will be here, and the one next step (CAB-02, ux 48). */
export const EmptyCabinet = () => (
  <Blank
    head={cabinetTexts.emptyHead}
    mark={<NerdBadge size="small" />}
    title={cabinetTexts.emptyTitle}
    actions={
      <ButtonLink to={webPaths.newOrder()} variant="primary" block="phone">
        {cabinetTexts.getStarted}
      </ButtonLink>
    }
  >
    {cabinetTexts.emptyText}
  </Blank>
)

/** A filter without orders: says so and offers the other one (ux 48). */
export function EmptyFilter({ filter }: { filter: OrderFilter }) {
  const otherFilter = filter === 'active' ? 'completed' : 'active'
  return (
    <Blank
      head={cabinetTexts.filterEmptyHead}
      title={cabinetTexts.filterEmpty[filter]}
      actions={
        <ButtonLink to={otherFilter === 'active' ? webPaths.orders() : completedPath} block="phone">
          {cabinetTexts.seeOther[otherFilter]}
        </ButtonLink>
      }
    >
      {cabinetTexts.filterEmptyText[filter]}
    </Blank>
  )
}
