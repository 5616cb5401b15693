import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { OkAnswer } from '@nerdify/contract/messages.ts'
import type { Client } from '@nerdify/contract/client.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import type { TextBack } from '@nerdify/contract/newcomers.ts'
import { send } from '../../../api/client.ts'

/** Has a newcomer's first order announced to them (MSG-03). Nobody waits for it, and what fails there is nothing to tell. */
export async function announceFirstOrder({ id }: Client, { number }: Order): Promise<void> {
  const body: TextBack = { crm_id: id, number, new_order_event: true, smstool_name: 'en' }
  await send<OkAnswer>({ method: 'POST', path: apiPaths.textBack(), body }).catch(() => undefined)
}
