import type { AppContext } from '../app-context.ts'
import { deletePage, pagesSeenAfter, upsertPages } from './open-pages.store.ts'

/** The interval at which a stream reports its page again. */
const refreshMs = 15_000
/** After this silence the page is closed: the process of its stream died. */
const openForMs = 30_000

/** The stream of a page at the desk. */
export interface PageStream {
  id: string
  staffId: string
  /** The page's subject, named as in the log ("order {id}"); undefined for a list. */
  page: string | undefined
}

/** Who has which page open (DESK-07): rows of the database, because each process has its own streams. */
export function createOpenPages({ queries }: Pick<AppContext, 'queries'>, warn: (error: Error) => void) {
  /** When each stream of this process last wrote its row. */
  const writtenAt = new Map<string, number>()
  return {
    /** Writes the pages of this process; returns for each stream the other people's open pages: "order {id} Alex". */
    async othersOf(streams: readonly PageStream[], now: number) {
      const due = streams.flatMap(({ id, staffId, page }) =>
        // A test's clock may go backwards.
        page === undefined || Math.abs(now - (writtenAt.get(id) ?? Number.NEGATIVE_INFINITY)) < refreshMs
          ? []
          : [{ stream_id: id, staff_id: staffId, page, seen_at: new Date(now) }],
      )
      await upsertPages(queries, due)
      for (const { stream_id: id } of due) writtenAt.set(id, now)
      const open = await pagesSeenAfter(queries, now - openForMs)
      return ({ staffId }: PageStream) =>
        open.filter((each) => each.staff_id !== staffId).map(({ page, name }) => `${page} ${name}`)
    },
    /** The stream has ended, and its page with it. */
    close({ id, page }: PageStream): void {
      writtenAt.delete(id)
      if (page !== undefined) deletePage(queries, id).catch(warn)
    },
  }
}
