import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { opaqueType } from '@nerdify/domain/files/file-types.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { objectPath, signForm, signLink } from './s3-signature.ts'

const access = {
  endpoint: 'https://bucket.example:9000',
  region: 'eu-central-1',
  bucket: 'nerdify-files',
  accessKeyId: 'AKIAEXAMPLE',
  secretAccessKey: 'secret/with+signs',
}
const now = Date.UTC(2026, 10, 21, 9, 30, 15)

const sdk = () =>
  new S3Client({
    region: access.region,
    endpoint: access.endpoint,
    forcePathStyle: true,
    credentials: { accessKeyId: access.accessKeyId, secretAccessKey: access.secretAccessKey },
  })

beforeEach(() => vi.useFakeTimers({ now, toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

test('[FILE-01] our form equals the SDK’s in every field and in the signature', async () => {
  const key = 'u/01900000-0000-7000-8000-000000000000/0f'
  const theirs = await createPresignedPost(sdk(), {
    Bucket: access.bucket,
    Key: key,
    Expires: 600,
    Fields: { 'Content-Type': opaqueType, success_action_status: '201' },
    Conditions: [['content-length-range', 5, 5]],
  })
  const ours = signForm(access, { key, bytes: 5, now, seconds: 600 })
  expect(ours.fields).toEqual(theirs.fields)
  expect(ours.url).toBe(theirs.url.replace(/\/$/, ''))
})

test.each(['attachment; filename="a.pdf"', 'attachment; filename="_"; filename*=UTF-8\'\'%C3%A9%20(1)!.pdf'])(
  '[FILE-04] our download link equals the SDK’s, with %j',
  async (disposition) => {
    const key = 'f/01900000-0000-7000-8000-000000000000/0f'
    const command = new GetObjectCommand({
      Bucket: access.bucket,
      Key: key,
      ResponseContentDisposition: disposition,
      ResponseContentType: opaqueType,
    })
    const theirs = new URL(await getSignedUrl(sdk(), command, { expiresIn: 60 }))
    const ours = new URL(
      signLink(access, {
        method: 'GET',
        path: objectPath(access, key),
        now,
        seconds: 60,
        query: {
          'response-content-disposition': disposition,
          'response-content-type': opaqueType,
          'x-amz-checksum-mode': theirs.searchParams.get('x-amz-checksum-mode') ?? '',
          'x-id': theirs.searchParams.get('x-id') ?? '',
        },
      }),
    )
    expect(Object.fromEntries(ours.searchParams)).toEqual(Object.fromEntries(theirs.searchParams))
    expect(ours.pathname).toBe(theirs.pathname)
  },
)
