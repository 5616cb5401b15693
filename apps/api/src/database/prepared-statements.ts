import { createHash } from 'node:crypto'
import type pg from 'pg'

/** So many texts are prepared, once for each connection; what is built beyond them is sent as it is. */
export const mostPreparedTexts = 400
const names = new Map<string, string>()

/** The name under which a text is prepared. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostPreparedTexts) return known
  const name = createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** A newer build added a column while this connection held the statement, and the server will not run it again. */
export const isOutdated = (error: unknown) => (error as { code?: string }).code === '0A000'

/**
 * Has a connection prepare each statement on its first use, so that the server parses and plans it once (decision
 * 0017). When one is outdated, the connection goes on without preparing: a single statement is sent again, a
 * transaction fails with 0A000 and is run again by `transaction`.
 */
export function prepareStatements(client: pg.ClientBase & { getTransactionStatus?(): string | null }): void {
  const plain = client.query.bind(client) as unknown as (...given: unknown[]) => unknown
  let prepares = true
  const query = (...given: unknown[]): unknown => {
    const [text, values] = given
    const hasValues = given.length === 2 && typeof text === 'string' && Array.isArray(values) && values.length > 0
    const name = prepares && hasValues ? nameOf(text) : undefined
    if (name === undefined) return plain(...given)
    return (plain({ name, text, values }) as Promise<pg.QueryResult>).catch((error: unknown) => {
      if (!isOutdated(error)) throw error
      prepares = false
      if (client.getTransactionStatus?.() !== 'I') throw error
      return plain(text, values)
    })
  }
  client.query = query as typeof client.query
}
