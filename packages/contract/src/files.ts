import { maxFileBytes } from '@nerdify/domain/files/file-limits.ts'
import { type FileKind, fileKinds } from '@nerdify/domain/files/file-types.ts'
import { type OrderFileType, orderFileTypes } from '@nerdify/domain/files/order-files.ts'
import { type Static, Type } from 'typebox'
import { alwaysNullText, nullSchemas } from './fields-always-null.ts'
import { closed, Nullable, oneOf } from './vocabulary.ts'

/** The calls about files (FILE-01 to FILE-06, API-07). Sizes are in bytes, instants ISO 8601 in UTC. */

const FileName = Type.String({ minLength: 1, maxLength: 2_000 })

/** Asks for a form to upload one file with: its name as chosen, its exact size, and the type that the browser says. */
export const UploadRequest = closed({
  filename: FileName,
  size: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  type: Type.Optional(Type.String({ maxLength: 200 })),
})
export type UploadRequest = Static<typeof UploadRequest>

/**
 * A signed form (FILE-01): the browser posts `fields` in their order and then the field `file` to `url`, within
 * ten minutes. `location` names the file from then on: in the files of an order and in what the upload page sends.
 */
export const UploadForm = Type.Object({
  id: Type.String(),
  filename: Type.String(),
  url: Type.String(),
  fields: Type.Record(Type.String(), Type.String()),
  location: Type.String(),
})
export type UploadForm = Static<typeof UploadForm>

/** What became of an upload: `scanning` waits for the virus scanner; `rejected` and `infected` say why in `text`. */
export const UploadArrival = Type.Object({
  id: Type.String(),
  status: oneOf(['scanning', 'ready', 'rejected', 'infected']),
  text: Nullable(Type.String()),
})
export type UploadArrival = Static<typeof UploadArrival>

/** A file as a body names it (API-04, API-07): `location` or `url` decide, the rest is what the browser knew of it. */
export const SentFile = closed({
  location: Type.String({ maxLength: 2_000 }),
  size: Type.Optional(Type.Integer({ minimum: 0, maximum: maxFileBytes })),
  type: Type.Optional(Type.String({ maxLength: 200 })),
  filename: Type.Optional(FileName),
})
export type SentFile = Static<typeof SentFile>

/**
 * A file that the client attached to a task, on the order; `filetype` is its kind, by its name (FILE-03). What an order names
 * has arrived, so its upload is `loaded` to 100 %.
 */
export const Attachment = Type.Object(
  {
    id: Type.String(),
    filename: Type.String(),
    size: Type.Integer(),
    ext: Type.String(),
    filetype: Type.Unsafe<FileKind>({ type: 'string', enum: [...fileKinds] }),
    status: Type.Literal('loaded'),
    progress: Type.Literal(100),
    ...nullSchemas('attachment'),
  },
  { description: alwaysNullText('attachment') },
)
export type Attachment = Static<typeof Attachment>

/**
 * A file that somebody handed in. `location` is a link for this reader that expires within minutes; null while the file
 * cannot be handed out, because the scanner has not seen it yet (`status`).
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
 * A file of an order (FILE-06). `revision_accept` and `client_accept` say whether it came after a revision was accepted,
 * and before the client accepted the work.
 */
export const OrderFile = Type.Object({
  ...ReceivedFile.properties,
  type: Type.Unsafe<OrderFileType>({ type: 'string', enum: Object.keys(orderFileTypes) }),
  revision_accept: Type.Boolean(),
  client_accept: Type.Boolean(),
})
export type OrderFile = Static<typeof OrderFile>

/** All files of an order that its reader may see, oldest first. */
export const OrderFiles = Type.Array(OrderFile)
export type OrderFiles = Static<typeof OrderFiles>

/** What the upload page sends (API-07). */
export const ReceivedFiles = closed({
  files: Type.Array(closed({ filename: FileName, url: Type.String({ maxLength: 2_000 }) }), {
    minItems: 1,
    maxItems: 20,
  }),
  description: Type.Optional(Type.String({ maxLength: 5_000 })),
})
export type ReceivedFiles = Static<typeof ReceivedFiles>

/** The upload page of a client (UP-04): its key, and its address to send to them. */
export const UploadPageAddress = Type.Object({ upload_page: Type.String(), url: Type.String() })
export type UploadPageAddress = Static<typeof UploadPageAddress>
