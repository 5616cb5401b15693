import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { messagePaths } from '@nerdify/contract/message-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'

/**
 * The writes that take no `Idempotency-Key` (API-11), by method and path, with the reason. Every other write takes one.
 */
export const writesWithoutKey: Readonly<Record<string, string>> = {
  [`POST ${apiPaths.factorAuth()}`]:
    'a session is handed out once and kept nowhere; a code or a link is good for one sign-in, the code that is asked for again is the same one, and signing out twice changes nothing',
  [`POST ${apiPaths.signOutEverywhere()}`]:
    'it ends the session that asks, so a client who sends it again is already signed out',
  [`POST ${opsPaths.signIn()}`]: 'a repeat mails another link, as often as the limits allow',
  [`POST ${opsPaths.signInKey()}`]: 'a session is handed out once and kept nowhere; a link is good for one sign-in',
  [`POST ${opsPaths.signOut()}`]: 'it ends the session that asks, so a repeat is 401',
  [`POST ${messagePaths.orderMessagesPreview(':id')}`]: 'it writes nothing',
  [`POST ${opsPaths.conversationPreview(':id')}`]: 'it writes nothing',
  [`POST ${apiPaths.cardEvents()}`]: 'the card provider names each event, which takes effect once by that name',
  [`POST ${apiPaths.smsReplies()}`]: 'the SMS provider names each text, which takes effect once by that name',
  [`POST ${apiPaths.smsReports(':id')}`]: 'it reports the state of a text; a repeat is a no-op',
  [`POST ${webPaths.payTip()}`]:
    'a browser posts this form and sends no header of ours; an open card page is continued',
}
