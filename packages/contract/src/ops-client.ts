import type { Call, Send } from './api-client.ts'
import type { OkAnswer } from './messages.ts'
import { opsPaths } from './ops-paths.ts'
import type { OperatorAnswer, StaffLinkAnswer, StaffLinkRequest, StaffLinkUse, StaffLinkUseAnswer } from './staff.ts'

/** The typed calls of operations over a transport, as far as the desk uses them. */
export function createOpsClient(send: Send) {
  const get = <Answer>(path: string, more?: Pick<Call, 'signal'>) => send<Answer>({ method: 'GET', path, ...more })
  const post = <Answer>(path: string, body?: unknown) => send<Answer>({ method: 'POST', path, body })
  return {
    me: () => get<OperatorAnswer>(opsPaths.me()),
    requestLink: (body: StaffLinkRequest) => post<StaffLinkAnswer>(opsPaths.signIn(), body),
    openLink: (body: StaffLinkUse) => post<StaffLinkUseAnswer>(opsPaths.signInKey(), body),
    signOut: () => post<OkAnswer>(opsPaths.signOut()),
  }
}
