import { expect, test } from 'vitest'
import { type AnOrder, orderTimes } from '../testing/an-order.ts'
import { orderCan } from './order-can.ts'
import { orderIs } from './order-is.ts'
import { orderDateLabel } from './order-labels.ts'
import { isInActiveList, isInCompletedList } from './order-lists.ts'
import { situations } from '../testing/order-situations.ts'

const stateColumns = ['completed', 'revisionRequested', 'onRevision', 'revisionCompleted', 'inRefund'] as const
const rightColumns = [
  'showRating',
  'showRatingBtn',
  'changeRating',
  'tip',
  'downloadFile',
  'showStatusBar',
  'pay',
  'addServices',
  'edit',
] as const

function row({ facts }: AnOrder): string {
  const states = stateColumns.filter((name) => orderIs[name](facts))
  const rights = rightColumns.filter((name) => orderCan[name](facts))
  const list = isInActiveList(facts, orderTimes.createdAt)
    ? 'Active'
    : isInCompletedList(facts)
      ? 'Completed'
      : 'no filter'
  return [orderDateLabel(facts).label, list, states.join(' ') || '-', rights.join(' ') || '-'].join(' | ')
}

test('[STATE-02][STATE-08][STATE-12] keeps this table of states and rights in each situation', () => {
  const table = Object.entries(situations).map(([name, order]) => `${name}: ${row(order)}`)
  expect(table.join('\n')).toMatchInlineSnapshot(`
    "unpaid: Created on | Active | - | pay edit
    deleted: Created on | Active | - | -
    paid in part: Expected on | Active | - | showStatusBar pay
    in progress: Expected on | Active | - | showStatusBar addServices
    nerd found: Expected on | Active | - | showStatusBar addServices
    quality check: Expected on | Active | - | showStatusBar addServices
    final touches: Expected on | Active | - | showStatusBar addServices
    sent: Completed on | Active | completed | showRating showRatingBtn downloadFile addServices
    sent, rated: Completed on | Completed | completed | changeRating tip downloadFile addServices
    accepted: Completed on | Active | completed | showRating showRatingBtn downloadFile addServices
    accepted, rated: Completed on | Completed | completed | changeRating tip downloadFile addServices
    revision requested: Expected on | Active | revisionRequested | downloadFile showStatusBar addServices
    on revision: Expected on | Active | onRevision | downloadFile showStatusBar addServices
    revision sent: Completed on | Active | revisionCompleted | showRating showRatingBtn downloadFile showStatusBar addServices
    revision sent, rated: Completed on | Completed | revisionCompleted | changeRating tip downloadFile showStatusBar addServices
    revision accepted: Completed on | Active | completed | showRating showRatingBtn downloadFile addServices
    refund requested in work: Expected on | Active | inRefund | showRating showRatingBtn downloadFile
    refund requested, sent: Completed on | Active | completed inRefund | showRating showRatingBtn downloadFile
    refund requested, accepted: Completed on | Active | inRefund | showRating showRatingBtn downloadFile
    refund requested, on revision: Expected on | Active | onRevision inRefund | showRating showRatingBtn downloadFile
    refund requested, revision sent: Completed on | Active | inRefund | showRating showRatingBtn downloadFile
    refunded in work: Refunded on | Completed | inRefund | showRating downloadFile
    refunded, sent: Refunded on | Completed | completed inRefund | showRating downloadFile
    refunded, revision sent: Refunded on | Completed | inRefund | showRating downloadFile
    refund declined in work: Expected on | Active | inRefund | downloadFile addServices
    refund declined, sent: Completed on | Active | completed inRefund | showRating showRatingBtn downloadFile addServices
    refund declined, revision sent: Completed on | Active | revisionCompleted inRefund | showRating showRatingBtn downloadFile addServices"
  `)
})

test.each(Object.entries(situations))(
  '[STATE-02][STATE-04][STATE-05] "%s" has at most one kind of progress',
  (_, order) => {
    const kinds = [orderIs.completed, orderIs.revisionRequested, orderIs.onRevision, orderIs.revisionCompleted]
    expect(kinds.filter((holds) => holds(order.facts)).length).toBeLessThanOrEqual(1)
  },
)

test.each(Object.entries(situations))(
  '[STATE-08][STATE-09][STATE-10] "%s" offers a first rating or a change, not both',
  (_, order) => {
    const rights = [orderCan.showRating, orderCan.changeRating].filter((holds) => holds(order.facts))
    expect(rights.length).toBeLessThanOrEqual(1)
    expect(orderCan.showRatingBtn(order.facts) && !orderCan.showRating(order.facts)).toBe(false)
  },
)
