import type { OrderFilter } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { Link } from 'react-router'
import { cabinetTexts } from '../../texts/cabinet.ts'
import { Blank } from '../../ui/surfaces/Blank.tsx'
import { NerdBadge } from '../../ui/page/Brand.tsx'
import { buttonClass } from '../../ui/actions/Button.tsx'
import { completedPath } from './filters.ts'

/** A cabinet without any order: what goes here, and the one next step (CAB-02, ux 48). */
export const EmptyCabinet = () => (
  <Blank
    head={cabinetTexts.emptyHead}
    mark={<NerdBadge size="small" decorative />}
    title={cabinetTexts.emptyTitle}
    actions={
      <Link to={webPaths.newOrder()} className={buttonClass({ variant: 'primary', block: 'phone' })}>
        {cabinetTexts.getStarted}
      </Link>
    }
  >
    {cabinetTexts.emptyText}
  </Blank>
)

/** A filter that lets nothing through: says so and offers the other one (ux 48). */
export function EmptyFilter({ filter }: { filter: OrderFilter }) {
  const other = filter === 'active' ? 'completed' : 'active'
  return (
    <Blank
      head={cabinetTexts.filterEmptyHead}
      title={cabinetTexts.filterEmpty[filter]}
      actions={
        <Link to={other === 'active' ? webPaths.orders() : completedPath} className={buttonClass({ block: 'phone' })}>
          {cabinetTexts.seeOther[other]}
        </Link>
      }
    >
      {cabinetTexts.filterEmptyText[filter]}
    </Blank>
  )
}
