import type { Send } from './api-client.ts'
import type { OkAnswer } from './messages.ts'
import type { OperationsOrder } from './operations.ts'
import { opsPaths } from './ops-paths.ts'
import type { QueuePage, QueueQuery } from './queue.ts'
import type { OperatorAnswer, StaffLinkAnswer, StaffLinkRequest, StaffLinkUse, StaffLinkUseAnswer } from './staff.ts'

/** The typed calls of operations over a transport, as far as the desk uses them. */
export function createOpsClient(send: Send) {
  const get = <Answer>(path: string) => send<Answer>({ method: 'GET', path })
  const post = <Answer>(path: string, body?: unknown) => send<Answer>({ method: 'POST', path, body })
  const write = <Answer>(path: string, body: unknown, idempotencyKey: string) =>
    send<Answer>({ method: 'POST', path, body, idempotencyKey })
  return {
    me: () => get<OperatorAnswer>(opsPaths.me()),
    requestLink: (body: StaffLinkRequest) => post<StaffLinkAnswer>(opsPaths.signIn(), body),
    openLink: (body: StaffLinkUse) => post<StaffLinkUseAnswer>(opsPaths.signInKey(), body),
    signOut: () => post<OkAnswer>(opsPaths.signOut()),

    queue: (query: QueueQuery) => get<QueuePage>(`${opsPaths.queue()}?${new URLSearchParams(query)}`),
    takeOrder: (id: string, idempotencyKey: string) =>
      write<OperationsOrder>(opsPaths.orderTake(id), {}, idempotencyKey),
    releaseOrder: (id: string, idempotencyKey: string) =>
      write<OperationsOrder>(opsPaths.orderRelease(id), undefined, idempotencyKey),
  }
}
