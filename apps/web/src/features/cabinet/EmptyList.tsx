import type { OrderFilter } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { ButtonLink } from '../../frame/links.tsx'
import { cabinetTexts } from '../../texts/cabinet.ts'
import { Blank } from '@nerdify/ui/surfaces/Blank.tsx'
import { NerdBadge } from '@nerdify/ui/page/Brand.tsx'
import { completedPath, withWords } from './filters.ts'

/** A cabinet without orders: its purpose and the one next step (CAB-02, ux 48). */
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

/** A filter or search without results: offers the other filter (ux 48, CAB-12). */
export function EmptyFilter({ filter, q }: { filter: OrderFilter; q: string }) {
  const otherFilter = filter === 'active' ? 'completed' : 'active'
  const path = otherFilter === 'active' ? webPaths.orders() : completedPath
  return (
    <Blank
      head={cabinetTexts.filterEmptyHead}
      title={q === '' ? cabinetTexts.filterEmpty[filter] : cabinetTexts.notFound[filter]}
      actions={
        <ButtonLink to={withWords(path, q)} block="phone">
          {q === '' ? cabinetTexts.seeOther[otherFilter] : cabinetTexts.searchOther[otherFilter]}
        </ButtonLink>
      }
    >
      {q === '' ? cabinetTexts.filterEmptyText[filter] : cabinetTexts.notFoundText(q)}
    </Blank>
  )
}
