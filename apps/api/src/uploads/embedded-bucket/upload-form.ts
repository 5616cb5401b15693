import { createHmac } from 'node:crypto'
import { opaqueType } from '@nerdify/domain/files/file-types.ts'
import { isSameHash } from '../../keys/derived-key.ts'
import { bucketAddress, type FormTerms } from '../s3-signature.ts'
import type { BucketAccess } from '../../settings.ts'
import type { SignedForm } from '../../ports.ts'

/** A refusal of the bucket: status, code and message of its error document. */
export class BucketRefusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const sign = (secret: string, policy: string) => createHmac('sha1', secret).update(policy).digest('base64')

/**
 * Signs the specification's form (FILE-01): key, access key, acl, policy and signature, then the file. The acl is only
 * a field: objects of the embedded bucket are private in any case (FILE-04).
 */
export function specifiedForm(access: BucketAccess, { key, bytes, now, seconds }: FormTerms): SignedForm {
  const conditions = {
    key,
    acl: 'public-read',
    'Content-Type': opaqueType,
    success_action_status: '201',
  }
  const policy = Buffer.from(
    JSON.stringify({
      expiration: new Date(now + seconds * 1000).toISOString(),
      conditions: [
        { bucket: access.bucket },
        ['content-length-range', bytes, bytes],
        ...Object.entries(conditions).map(([name, value]) => ({ [name]: value })),
      ],
    }),
  ).toString('base64')
  const { key: objectKey, ...rest } = conditions
  return {
    url: bucketAddress(access),
    fields: {
      key: objectKey,
      AWSAccessKeyId: access.accessKeyId,
      ...rest,
      policy,
      signature: sign(access.secretAccessKey, policy),
    },
  }
}

/** Fields that a policy need not name. */
const unnamedFields = new Set(['policy', 'signature', 'awsaccesskeyid', 'file'])

/** The terms of a valid form. */
export interface AllowedUpload {
  key: string
  leastBytes: number
  mostBytes: number
}

/**
 * Verifies a posted form as a bucket does: access key, signature, expiry, each condition, and no other field. The names
 * in `fields` are in lower case. Throws {@link BucketRefusal}.
 */
export function checkSpecifiedForm(
  access: BucketAccess,
  fields: ReadonlyMap<string, string>,
  now: number,
): AllowedUpload {
  const policy = fields.get('policy')
  const key = fields.get('key')
  if (policy === undefined || key === undefined) throw denied('The form has no policy.')
  if (!isSameHash(fields.get('awsaccesskeyid') ?? '', access.accessKeyId)) {
    throw new BucketRefusal(403, 'InvalidAccessKeyId', 'The access key is not known.')
  }
  if (!isSameHash(fields.get('signature') ?? '', sign(access.secretAccessKey, policy))) {
    throw new BucketRefusal(403, 'SignatureDoesNotMatch', 'The signature is not that of the policy.')
  }
  // The signature proves that the policy is ours.
  const { expiration, conditions } = JSON.parse(Buffer.from(policy, 'base64').toString()) as {
    expiration: string
    conditions: (Record<string, string> | [string, number, number])[]
  }
  if (!(Date.parse(expiration) > now)) throw denied('Invalid according to Policy: Policy expired.')
  let range: [number, number] | undefined
  const named = new Set<string>()
  for (const condition of conditions) {
    if (Array.isArray(condition)) {
      range = [condition[1], condition[2]]
      continue
    }
    for (const [name, value] of Object.entries(condition)) {
      const field = name.toLowerCase()
      named.add(field)
      if ((field === 'bucket' ? access.bucket : fields.get(field)) !== value) {
        throw denied(`Invalid according to Policy: Policy Condition failed: ["eq", "$${name}"]`)
      }
    }
  }
  const extra = [...fields.keys()].find((field) => !unnamedFields.has(field) && !named.has(field))
  if (extra !== undefined) throw denied(`Invalid according to Policy: Extra input fields: ${extra}`)
  if (range === undefined) throw denied('The policy names no size.')
  return { key, leastBytes: range[0], mostBytes: range[1] }
}

const denied = (message: string) => new BucketRefusal(403, 'AccessDenied', message)
