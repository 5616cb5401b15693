import { LogQuery, LoggedActions, operationsPageSize } from '@nerdify/contract/operations.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import type { Queries } from '../database/tables.ts'
import { isUuid } from '../database/uuid.ts'
import { keyOfCursor, sliceOfRows } from '../http/answers/slice.ts'
import type { App } from '../http/app-type.ts'
import { operationsCall } from '../http/call.ts'
import { unacceptable } from '../http/refusal.ts'
import { findAnyOrder } from '../orders/list/find-any-order.ts'
import type { AppContext } from '../app-context.ts'
import { actionsOf, namesOfSubjects } from './audit-log.store.ts'

/** The log of actions by person, order, client and action, newest first (OPS-19). */
export function operationsLogRoute(app: App, { queries }: AppContext): void {
  app.get(
    opsPaths.log(),
    operationsCall('The actions of staff and machines, newest first', {
      querystring: LogQuery,
      200: LoggedActions,
    }),
    async ({ query: { person, order, client, action, cursor } }) => {
      const before = keyOfCursor(cursor)
      if (order !== undefined && client !== undefined)
        throw unacceptable('Choose an order or a client, not both.', 'client')
      const subject =
        order === undefined ? client && `client ${client}` : `order ${(await findAnyOrder(queries, order)).id}`
      const filter = {
        ...(person === undefined ? {} : { author: person }),
        ...(subject === undefined ? {} : { subject }),
        ...(action === undefined ? {} : { action }),
      }
      return readLog(queries, filter, before)
    },
  )
}

/** A slice of the log, before the action `before`. */
export async function readLog(queries: Queries, wanted: Parameters<typeof actionsOf>[1], before?: string) {
  const rows = await actionsOf(queries, wanted, { before, most: operationsPageSize + 1 })
  const { shown, next } = sliceOfRows(rows, operationsPageSize, ({ id }) => id)
  const names = await namesOfSubjects(queries, [...new Set(shown.flatMap(({ subject }) => idOf(subject) ?? []))])
  const results = shown.map(({ author, at, ...row }) => ({
    ...row,
    subject_name: names.get(idOf(row.subject) ?? '') || null,
    person: author,
    at: new Date(at).toISOString(),
  }))
  return { results, next }
}

/** The id in a subject such as "order {id}"; undefined for one without. */
const idOf = (subject: string): string | undefined => subject.split(' ').find(isUuid)
