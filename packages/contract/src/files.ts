import { maxFileBytes } from '@nerdify/domain/files/file-limits.ts'
import { fileKinds } from '@nerdify/domain/files/file-types.ts'
import { type OrderFileType, orderFileTypes } from '@nerdify/domain/files/order-files.ts'
import { maxNoteLength } from '@nerdify/domain/orders/note.ts'
import { type Static, Type } from 'typebox'
import { alwaysNullText, nullSchemas } from './fields-always-null.ts'
import { closed, Nullable, oneOf, wordOf } from './vocabulary.ts'

/** The calls about files (FILE-01 to FILE-06, API-07). Sizes are in bytes, instants ISO 8601 in UTC. */

const FileName = Type.String({ minLength: 1, maxLength: 2_000 })

/** Requests an upload form for one file: its original name, its exact size, and the browser's type. */
export const UploadRequest = closed({
  filename: FileName,
  size: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  type: Type.Optional(Type.String({ maxLength: 200 })),
})
export type UploadRequest = Static<typeof UploadRequest>

/**
 * A signed form (FILE-01): within ten minutes the browser posts `fields` in their order and then the field `file` to
 * `url`. `location` is the file's name from then on: in an order's files and in the upload page's posts.
 */
export const UploadForm = Type.Object({
  id: Type.String(),
  filename: Type.String(),
  url: Type.String(),
  fields: Type.Record(Type.String(), Type.String()),
  location: Type.String(),
})
export type UploadForm = Static<typeof UploadForm>

/** The state of an upload: `scanning` waits for the virus scanner; `text` explains `rejected` and `infected`. */
export const UploadArrival = Type.Object({
  id: Type.String(),
  status: oneOf(['scanning', 'ready', 'rejected', 'infected']),
  text: Nullable(Type.String()),
})
export type UploadArrival = Static<typeof UploadArrival>

/**
 * A file reference in a body (API-04, API-07): only `location` or `url` count, the other fields are the browser's own.
 */
export const SentFile = closed({
  location: Type.String({ maxLength: 2_000 }),
  size: Type.Optional(Type.Integer({ minimum: 0, maximum: maxFileBytes })),
  type: Type.Optional(Type.String({ maxLength: 200 })),
  filename: Type.Optional(FileName),
})
export type SentFile = Static<typeof SentFile>

/**
 * A file that the client attached to an order's task; `filetype` is its kind, by its name (FILE-03). An attached file
 * has arrived, so its upload is `loaded` to 100 %.
 */
export const Attachment = Type.Object(
  {
    id: Type.String(),
    filename: Type.String(),
    size: Type.Integer(),
    ext: Type.String(),
    filetype: wordOf(fileKinds),
    status: Type.Literal('loaded'),
    progress: Type.Literal(100),
    ...nullSchemas('attachment'),
  },
  { description: alwaysNullText('attachment') },
)
export type Attachment = Static<typeof Attachment>

/**
 * A received file. `location` is a link for this reader that expires within minutes; null until the scanner has cleared
 * the file (`status`).
 */
export const ReceivedFile = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  size: Type.Integer(),
  location: Nullable(Type.String()),
  created_at: Type.String({ format: 'date-time' }),
  deleted: Type.Boolean(),
  status: oneOf(['scanning', 'ready']),
})
export type ReceivedFile = Static<typeof ReceivedFile>

/**
 * A file of an order (FILE-06). `revision_accept` and `client_accept` say whether it arrived after a revision was
 * accepted, and before the client accepted the work.
 */
export const OrderFile = Type.Object({
  ...ReceivedFile.properties,
  type: wordOf(Object.keys(orderFileTypes) as OrderFileType[]),
  revision_accept: Type.Boolean(),
  client_accept: Type.Boolean(),
})
export type OrderFile = Static<typeof OrderFile>

/** The order's files that the reader may see, oldest first. */
export const OrderFiles = Type.Array(OrderFile)
export type OrderFiles = Static<typeof OrderFiles>

/** The upload page's post (API-07). */
export const ReceivedFiles = closed({
  files: Type.Array(closed({ filename: FileName, url: Type.String({ maxLength: 2_000 }) }), {
    minItems: 1,
    maxItems: 20,
  }),
  description: Type.Optional(Type.String({ maxLength: maxNoteLength })),
})
export type ReceivedFiles = Static<typeof ReceivedFiles>

/** The upload page of a client (UP-04): its key, and the address to send to them. */
export const UploadPageAddress = Type.Object({ upload_page: Type.String(), url: Type.String() })
export type UploadPageAddress = Static<typeof UploadPageAddress>
