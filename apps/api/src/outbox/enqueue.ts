import type { Queries } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'
import type { Settings } from '../settings.ts'
import type { TemplateName, templates, VariablesOf } from './templates/messages.ts'
import { insertMessage, type OutboxMessage } from './outbox.store.ts'

/** Messages without need of marketing consent; the others cannot be enqueued without it (LAW-07). */
type FreeTemplate = {
  [Name in TemplateName]: (typeof templates)[Name]['kind'] extends 'marketing' ? never : Name
}[TemplateName]

/** A message to send with all that its template needs. */
type MessageOf<Name extends FreeTemplate> = Omit<OutboxMessage, 'template' | 'variables'> & {
  template: Name
  variables: VariablesOf<Name>
}

/**
 * Enqueues a message in the transaction of its cause; it is sent in the background (MSG-05). False if the same message
 * was enqueued before.
 */
export async function enqueue<Name extends FreeTemplate>(
  queries: Queries,
  now: number,
  message: MessageOf<Name>,
): Promise<boolean> {
  const { variables } = message
  return insertMessage(queries, uuidv7(now), now, { ...message, variables: variables as OutboxMessage['variables'] })
}

/** Whether a message was enqueued under a key before. */
export { isEnqueued } from './outbox.store.ts'

/** Enqueues a mail to staff (WAIT-03); false if it was enqueued before. */
export function mailStaff<Name extends FreeTemplate>(
  queries: Queries,
  now: number,
  { supportEmail }: Pick<Settings, 'supportEmail'>,
  mail: Omit<MessageOf<Name>, 'channel' | 'to'>,
): Promise<boolean> {
  return enqueue(queries, now, { ...mail, channel: 'email', to: supportEmail } as MessageOf<Name>)
}
