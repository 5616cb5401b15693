import { mayPreferNerd } from '@nerdify/domain/orders/preferred-nerd.ts'
import { useId } from 'react'
import { useMe, useMyNerds } from '../../../api/queries.ts'
import { extraServicesTexts } from '../../../texts/orders/order-extra-services.ts'
import { RadioRows } from '@nerdify/ui/choices/RadioRows.tsx'
import { Question, Worksheet } from '@nerdify/ui/order/Worksheet.tsx'
import type { FlowOrder } from '../flow-order.ts'
import { ServiceRow } from './ServiceRow.tsx'

const preferred = 'client_recomended_writer'

/** The choice of a Nerd from earlier orders, if the plan allows it (SRV-05). */
export function PreferredNerd({ order }: { order: FlowOrder }) {
  const headingId = useId()
  const { data: me } = useMe()
  const isOffered = mayPreferNerd({ tags: me?.tags ?? [], hasRated: true })
  const nerds = useMyNerds({ isOffered }).data?.results ?? []
  const isAdded = order.added.includes(preferred)
  // An added one can be removed, whatever the current plan.
  if (nerds.length === 0 && !isAdded) return null
  return (
    <Worksheet plain>
      <ServiceRow
        service={preferred}
        order={order}
        onChange={(added) => order.setService(preferred, added, added ? nerds[0]?.name : undefined)}
      />
      {isAdded && nerds.length > 0 && (
        <Question title={extraServicesTexts.whichNerd} titleId={headingId} single>
          <RadioRows
            labelledBy={headingId}
            options={nerds.map(({ name, rating }) => ({
              value: name,
              title: name,
              note: extraServicesTexts.nerdRating(rating),
            }))}
            value={order.preferredNerd}
            onChange={(name) => order.setService(preferred, true, name)}
          />
        </Question>
      )}
    </Worksheet>
  )
}
