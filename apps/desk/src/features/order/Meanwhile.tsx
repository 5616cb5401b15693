import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { capitalized, dateWords } from '@nerdify/domain/dates/date-words.ts'
import type { OrderEventName } from '@nerdify/domain/orders/order-progress.ts'
import { authorName } from '@nerdify/domain/staff/staff-name.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Stack } from '@nerdify/ui/page/Layout.tsx'
import { useState } from 'react'
import { useActiveNerds } from '../../api/order-queries.ts'
import { ChangedMeanwhile } from '../../frame/ChangedMeanwhile.tsx'
import { orderTexts } from '../../texts/order.ts'
import { type OvertakenWords, overtakenWords } from './meanwhile.ts'
import { entryText } from './OrderCards.tsx'
import { typedDeadline } from './order-steps.ts'
import styles from './OrderScreen.module.css'
import { forgetWords, storeSeenEntries, storedWords } from './step-words.ts'

interface MeanwhileProps {
  order: OperationsOrderWithHistory
  me: OperatorAnswer
  /** The possible steps, and the step whose form is shown. */
  steps: readonly OrderEventName[]
  step: OrderEventName | undefined
  now: number
}

/**
 * Colleagues' changes while this person typed, above the form; the typed words stay, next to the current values
 * (DESK-07).
 */
export function Meanwhile({ order, me, steps, step, now }: MeanwhileProps) {
  const [, render] = useState(0)
  const rerender = () => render((count) => count + 1)
  const overtaken = overtakenWords(
    order,
    { personId: me.id ?? me.name, name: me.name },
    { shown: step, possible: steps },
  )
  return overtaken.map((words) => {
    const { place, changes } = words
    const last = changes.at(-1)
    if (last === undefined) return null
    const dates = dateWords(me.company_zone)
    return (
      <Stack key={place.step} gap={2}>
        <ChangedMeanwhile
          title={orderTexts.meanwhile(capitalized(authorName(last.author)), dates.time(Date.parse(last.at), now))}
          changes={changes.map((change) => entryText(change, (at) => dates.instant(at, now)))}
          {...(place.step === step && {
            onSeen() {
              storeSeenEntries(place, order.events.length)
              rerender()
            },
          })}
        />
        <Compared words={words} order={order} zone={me.company_zone} />
        {place.step !== step && (
          <div>
            <Button
              size="small"
              onClick={() => {
                forgetWords(place)
                rerender()
              }}
            >
              {orderTexts.discard}
            </Button>
          </div>
        )}
      </Stack>
    )
  })
}

/** Field by field: the typed and the current value. */
function Compared({ words, order, zone }: { words: OvertakenWords; order: OperationsOrderWithHistory; zone: string }) {
  const nerds = useActiveNerds()
  const { place, changes } = words
  const typed = storedWords(place)
  const lastOf = (name: 'tell' | 'note') =>
    changes.findLast(({ data }) => data[name] !== undefined)?.data[name] ?? orderTexts.none
  const shown = (deadline: string | null) =>
    deadline === null ? orderTexts.noDeadline : typedDeadline(Date.parse(deadline), zone).replace('T', ' ')
  const rows: readonly (readonly [name: string, mine: string, theirs: string])[] = [
    [
      orderTexts.chosenNerd,
      nerds.data?.find(({ id }) => id === typed.nerd)?.name ?? typed.nerd,
      order.nerd?.name ?? orderTexts.noNerd,
    ],
    [orderTexts.fee, typed.fee, order.nerd?.fee?.toFixed(2) ?? orderTexts.none],
    [orderTexts.newDeadline, typed.deadline.replace('T', ' '), shown(order.deadline)],
    [orderTexts.tell, typed.tell, lastOf('tell')],
    [orderTexts.note, typed.note, lastOf('note')],
  ]
  return (
    <table className={styles.compared}>
      <caption>{orderTexts.yours(orderTexts.steps[place.step])}</caption>
      <thead>
        <tr>
          <th scope="col">{orderTexts.field}</th>
          <th scope="col">{orderTexts.typed}</th>
          <th scope="col">{orderTexts.inForce}</th>
        </tr>
      </thead>
      <tbody>
        {rows
          .filter(([, mine]) => mine !== '')
          .map(([name, mine, theirs]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td dir="auto">{mine}</td>
              <td dir="auto">{theirs}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}
