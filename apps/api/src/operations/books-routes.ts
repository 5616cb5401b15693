import { DayAddress } from '@nerdify/contract/addresses.ts'
import { Books, BooksQuery, DaySettlement } from '@nerdify/contract/books.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { Type } from 'typebox'
import type { AppContext } from '../app-context.ts'
import { compareDate, settleDay } from '../books/compare-days.ts'
import { booksCsv, readBooks } from '../books/day-books.ts'
import type { Queries } from '../database/tables.ts'
import type { App } from '../http/app-type.ts'
import { operationsCall } from '../http/call.ts'
import { operatorOf } from '../http/caller.ts'
import { loggedCall, writeLogged } from './logged-write.ts'

/** The books by day (OPS-13). */
export function operationsBooksRoutes(app: App, product: AppContext): void {
  const { clock, settings } = product
  const read = (query: BooksQuery, queries: Queries = product.queries) =>
    readBooks(queries, query, { now: clock.now(), zone: settings.companyZone })
  const readDay = (queries: Queries, day: string) => read({ from: day, to: day }, queries)

  app.get(
    opsPaths.books(),
    operationsCall('Money by day of the company’s clock', { querystring: BooksQuery, 200: Books }),
    ({ query }) => read(query),
  )

  app.get(
    opsPaths.booksCsv(),
    operationsCall('The same as CSV', { querystring: BooksQuery, 200: Type.String() }),
    async ({ query }, reply) => {
      const csv = booksCsv(await read(query))
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="books.csv"')
        .send(csv)
    },
  )

  app.post(
    opsPaths.booksCompare(':day'),
    loggedCall('Compare a day with the card provider now', { params: DayAddress, 200: Books }),
    (request) => {
      const { day } = request.params
      return compareDate(product, day, (replace) =>
        writeLogged(product, request, 'compare books', async ({ queries }) => {
          await replace(queries)
          return { subject: `books ${day}`, body: await readDay(queries, day) }
        }),
      )
    },
  )

  app.post(
    opsPaths.booksSettle(':day'),
    loggedCall('Settle the differences of a day', { params: DayAddress, body: DaySettlement, 200: Books }),
    (request) =>
      writeLogged(product, request, 'settle books', async ({ queries, now }) => {
        const { day } = request.params
        const { reason } = request.body
        await settleDay(queries, day, { person: operatorOf(request).name, reason, now })
        return { subject: `books ${day}`, body: await readDay(queries, day) }
      }),
  )
}
