import { cabinetOverlayPath } from '@nerdify/contract/cabinet-overlays.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { layOutMail, type MailContent, type RenderedMail } from './mail-layout.ts'
import type { RenderedSms, Rendering } from './template.ts'

/** How clients answer us, in every message to them (TALK-05): a line for each channel. */

/** The end of a text: a reply becomes a message, STOP ends texts (LAW-07). */
export const replyLine = 'Reply to us, STOP to end.'

/** A text to a client. */
export const clientText = (words: string): RenderedSms => ({ channel: 'sms', body: `${words} ${replyLine}` })

/** The conversation of an order. */
export const orderConversationPath = (orderId: string): string => cabinetOverlayPath({ name: 'messages', orderId })

/** A mail to a client, with the page to answer on: by default the general conversation. */
export const clientMail = (
  { publicUrl }: Rendering,
  { answerPath = webPaths.messages('support'), ...mail }: MailContent & { answerPath?: string | undefined },
): RenderedMail => layOutMail({ ...mail, answerUrl: publicUrl + answerPath })
