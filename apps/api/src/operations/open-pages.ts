import type { AppContext } from '../app-context.ts'
import { deletePage, pagesSeenAfter, upsertPages } from './open-pages.store.ts'

/** How often a stream writes again that it shows its page. */
const refreshMs = 15_000
/** After this silence the page is closed: the process of its stream died. */
const openForMs = 30_000

/** The stream of a page at the desk. */
export interface PageStream {
  id: string
  staffId: string
  /** What the page is about, named as in the log ("order {id}"); undefined for a list. */
  page: string | undefined
}

/** Who has which page open (DESK-07): rows of the database, because each process has streams of its own. */
export function createOpenPages({ queries }: Pick<AppContext, 'queries'>, warn: (error: Error) => void) {
  /** When each stream of this process wrote its row. */
  const writtenAt = new Map<string, number>()
  return {
    /** Writes the pages of this process; answers for each stream who else has which page open: "order {id} Alex". */
    async othersOf(streams: readonly PageStream[], now: number) {
      const due = streams.flatMap(({ id, staffId, page }) =>
        // The clock of a test goes backwards too.
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
