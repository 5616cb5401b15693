import { createHmac } from 'node:crypto'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import { testProduct } from './running-product.ts'
import { send } from './test-client.ts'

/** The SMS provider's signature of an incoming text. */
export async function signatureOfText(fields: Record<string, string>, token: string): Promise<string> {
  const { settings } = await testProduct()
  const sorted = Object.keys(fields).toSorted()
  const signed = settings.publicUrl + apiPaths.smsReplies() + sorted.map((name) => name + fields[name]).join('')
  return createHmac('sha1', token).update(signed).digest('base64')
}

/** Posts an incoming text as the SMS provider does; `signature` replaces the provider's. */
export async function postText(fields: Record<string, string>, signature?: string) {
  const { settings } = await testProduct()
  const signed = signature ?? (await signatureOfText(fields, settings.sms.authToken))
  return send<ErrorBody>('POST', apiPaths.smsReplies(), {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signed },
  })
}
