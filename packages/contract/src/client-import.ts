import { type Static, Type } from 'typebox'
import { closed, Nullable, oneOf } from './vocabulary.ts'

/** The import of clients (OPS-18): lines of a file as typed, at most 500 at once. */

/** The columns of the file. */
export const importColumns = ['phone', 'email', 'nickname', 'balance', 'tags', 'referral_code'] as const

/** The maximum number of lines in a call, which is one transaction. */
export const mostImportLines = 500

/** The longest cell, in characters. */
export const maxCellLength = 1_000
const Cell = Type.Optional(Type.String({ maxLength: maxCellLength }))

/** Lines by their numbers in the file; `dry_run` only checks them. */
export const ClientImport = closed({
  dry_run: Type.Boolean(),
  lines: Type.Array(
    closed({
      line: Type.Integer({ minimum: 1 }),
      phone: Cell,
      email: Cell,
      nickname: Cell,
      balance: Cell,
      tags: Cell,
      referral_code: Cell,
    }),
    { minItems: 1, maxItems: mostImportLines },
  ),
})
export type ClientImport = Static<typeof ClientImport>

/** The outcome of each line: `known` already has an account and is a no-op; `refused` says why in words. */
export const ImportOutcome = Type.Object({
  results: Type.Array(
    Type.Object({
      line: Type.Integer(),
      outcome: oneOf(['created', 'known', 'refused']),
      field: Nullable(Type.String()),
      reason: Nullable(Type.String()),
    }),
  ),
})
export type ImportOutcome = Static<typeof ImportOutcome>
