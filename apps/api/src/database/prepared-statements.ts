import { createHash } from 'node:crypto'

/** So many texts are prepared, once for each connection; what is built beyond them is sent as it is. */
export const mostPreparedTexts = 400
const names = new Map<string, string>()

/** The name under which a text is prepared; nothing for one that is not. */
export function preparedName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostPreparedTexts) return known
  const name = createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** A newer build added a column while this connection held the statement, and the server will not run it again. */
export const isOutdated = (error: unknown) => (error as { code?: string }).code === '0A000'
