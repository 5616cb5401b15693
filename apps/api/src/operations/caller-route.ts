import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { OperationsCaller } from '@nerdify/contract/operations.ts'
import type { App } from '../http/app-type.ts'
import { operationsCall } from '../http/call.ts'

/** Tells operations where their own call came from; the doctor asks with a forged header (SAFE-06). */
export function operationsCallerRoute(app: App): void {
  app.get(
    opsPaths.caller(),
    operationsCall('Where this call came from, as the product sees it', { 200: OperationsCaller }),
    async ({ ip, headers }) => {
      const forwardedFor = headers['x-forwarded-for']
      return { ip_address: ip, forwarded_for: forwardedFor === undefined ? null : String(forwardedFor) }
    },
  )
}
