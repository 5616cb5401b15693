import { hash } from 'node:crypto'

/** The version of a row's content (DESK-05). */
export const versionOf = (content: unknown): string => hash('sha256', JSON.stringify(content), 'base64url').slice(0, 16)
