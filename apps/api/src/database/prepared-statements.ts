import { hash } from 'node:crypto'

/** Maximum number of prepared texts on a connection; further statements are sent unprepared. */
const mostPreparedTexts = 400

/** The names under which the connections of one new pool prepare their statements. */
export type PreparedNames = ReturnType<typeof preparedNames>

/** The names for one new pool, empty at first. */
export function preparedNames() {
  const names = new Map<string, string>()
  /** Counts how often statements were outdated. */
  let generation = 0
  return {
    /**
     * The name of a text; nothing for one that is not prepared. It is made from the text, so that never another one runs
     * under it, even where a pooler mixes up the sessions of several processes.
     */
    nameOf(text: string): string | undefined {
      const known = names.get(text)
      if (known !== undefined || names.size >= mostPreparedTexts) return known
      const name = `${generation}_${hash('sha256', text, 'base64url')}`
      names.set(text, name)
      return name
    },
    /**
     * Whether a statement failed because a newer build's migration changed its table since it was prepared. Then all texts
     * get new names, so that each connection prepares them again.
     */
    isOutdated(error: unknown, name: string | undefined): boolean {
      if ((error as { code?: string }).code !== '0A000' || name === undefined) return false
      if ([...names.values()].includes(name)) {
        names.clear()
        generation += 1
      }
      return true
    },
  }
}
