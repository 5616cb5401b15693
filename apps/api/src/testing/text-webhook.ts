import { createHmac } from 'node:crypto'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import { testProduct } from './running-product.ts'
import { send } from './test-client.ts'

/** The SMS provider's signature of an incoming text, or of another call. */
export async function signatureOfText(
  fields: Record<string, string>,
  token: string,
  path: string = apiPaths.smsReplies(),
): Promise<string> {
  const { settings } = await testProduct()
  const sorted = Object.keys(fields).toSorted()
  const signed = settings.publicUrl + path + sorted.map((name) => name + fields[name]).join('')
  return createHmac('sha1', token).update(signed).digest('base64')
}

const post = (path: string, fields: Record<string, string>, signature: string) =>
  send<ErrorBody>('POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
  })

/** Posts an incoming text as the SMS provider does; `signature` replaces the provider's. */
export async function postText(fields: Record<string, string>, signature?: string) {
  const { settings } = await testProduct()
  const signed = signature ?? (await signatureOfText(fields, settings.sms.authToken))
  return post(apiPaths.smsReplies(), fields, signed)
}

/** Posts the outcome of a text as the SMS provider does. */
export async function postReport(id: string, fields: Record<string, string>) {
  const { settings } = await testProduct()
  const path = apiPaths.smsReports(id)
  return post(path, fields, await signatureOfText(fields, settings.sms.authToken, path))
}
