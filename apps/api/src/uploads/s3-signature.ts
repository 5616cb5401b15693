import { opaqueType } from '@nerdify/domain/files/file-types.ts'
import type { Files, SignedForm } from '../ports.ts'
import type { BucketAccess } from '../settings.ts'
import { createHmac, hash } from 'node:crypto'

/** The URL for forms, and the base of object URLs. */
export const bucketAddress = ({ endpoint, bucket }: BucketAccess) => `${endpoint}/${bucket}`

/** The terms of an upload form: one object of exactly these bytes, until an instant. */
export interface FormTerms {
  key: string
  bytes: number
  now: number
  seconds: number
}

const algorithm = 'AWS4-HMAC-SHA256'

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const isoSeconds = (at: number) => new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z')
const longDate = (at: number) => isoSeconds(at).replaceAll(/[-:]/g, '')
/** Percent-encodes all but letters, digits and -._~, as the signature requires. */
export const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const scopeOf = ({ region }: BucketAccess, date: string) => `${date.slice(0, 8)}/${region}/s3/aws4_request`

function signingKey({ secretAccessKey, region }: BucketAccess, date: string): Buffer {
  return hmac(hmac(hmac(hmac(`AWS4${secretAccessKey}`, date.slice(0, 8)), region), 's3'), 'aws4_request')
}

/** The percent-encoded path of an object. */
export const objectPath = ({ bucket }: BucketAccess, key: string) =>
  `/${encoded(bucket)}/${key.split('/').map(encoded).join('/')}`

/** Signs an upload form with signature version 4, for S3-compatible buckets. */
export function signForm(access: BucketAccess, { key, bytes, now, seconds }: FormTerms): SignedForm {
  const date = longDate(now)
  const fields: Record<string, string> = {
    'Content-Type': opaqueType,
    success_action_status: '201',
    bucket: access.bucket,
    'X-Amz-Algorithm': algorithm,
    'X-Amz-Credential': `${access.accessKeyId}/${scopeOf(access, date)}`,
    'X-Amz-Date': date,
  }
  const conditions = [
    ['content-length-range', bytes, bytes],
    ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
    { key },
  ]
  const policy = Buffer.from(JSON.stringify({ expiration: isoSeconds(now + seconds * 1000), conditions })).toString(
    'base64',
  )
  return {
    url: bucketAddress(access),
    fields: {
      ...fields,
      key,
      Policy: policy,
      'X-Amz-Signature': createHmac('sha256', signingKey(access, date)).update(policy).digest('hex'),
    },
  }
}

/** The request to sign: `query` and `headers` become part of the signature. */
export interface RequestTerms {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  path: string
  now: number
  seconds: number
  query?: Record<string, string>
  /** In addition to `host`; names in lower case. */
  headers?: Record<string, string>
}

/** Signs a link (signature version 4) for one request within some seconds. */
export function signLink(access: BucketAccess, terms: RequestTerms): string {
  const { method, path, now, seconds, query = {}, headers = {} } = terms
  const date = longDate(now)
  const signed = { host: new URL(access.endpoint).host, ...headers }
  const names = Object.keys(signed).toSorted()
  const parameters: Record<string, string> = {
    ...query,
    'X-Amz-Algorithm': algorithm,
    'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD',
    'X-Amz-Credential': `${access.accessKeyId}/${scopeOf(access, date)}`,
    'X-Amz-Date': date,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': names.join(';'),
  }
  const canonicalQuery = queryText(parameters)
  const canonical = [
    method,
    path,
    canonicalQuery,
    ...names.map((name) => `${name}:${signed[name as keyof typeof signed].trim()}`),
    '',
    names.join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n')
  const toSign = [algorithm, date, scopeOf(access, date), hash('sha256', canonical, 'hex')].join('\n')
  const signature = createHmac('sha256', signingKey(access, date)).update(toSign).digest('hex')
  return `${access.endpoint}${path}?${canonicalQuery}&X-Amz-Signature=${signature}`
}

/** A link that downloads an object as an attachment with this header and content type, for some seconds. */
export function downloadLinkOf(
  access: BucketAccess,
  { key, disposition, type, ...times }: Parameters<Files['link']>[0],
): string {
  const query = { 'response-content-disposition': disposition, 'response-content-type': type }
  return signLink(access, { method: 'GET', path: objectPath(access, key), ...times, query })
}

/** A query in the order and encoding that the signature requires. */
function queryText(query: Record<string, string>): string {
  return Object.entries(query)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&')
}

/** The time and lifetime in a signed query; undefined if it is malformed. */
export function signedAt(query: Record<string, string>): { at: number; seconds: number } | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(query['X-Amz-Date'] ?? '')
  const seconds = Number(query['X-Amz-Expires'])
  if (parts === null || !Number.isInteger(seconds) || seconds < 1 || seconds > 604_800) return undefined
  const [year = 0, month = 0, day, hour, minute, second] = parts.slice(1).map(Number)
  return { at: Date.UTC(year, month - 1, day, hour, minute, second), seconds }
}
