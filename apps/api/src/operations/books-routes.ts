import { Books, BooksQuery } from '@nerdify/contract/books.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { Type } from 'typebox'
import type { AppContext } from '../app-context.ts'
import { booksCsv, readBooks } from '../books/day-books.ts'
import type { App } from '../http/app-type.ts'
import { operationsCall } from '../http/call.ts'

/** The books by day (OPS-13). */
export function operationsBooksRoutes(app: App, { clock, queries, settings }: AppContext): void {
  const read = (query: BooksQuery) => readBooks(queries, query, { now: clock.now(), zone: settings.companyZone })

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
}
