import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { OperationsCaller } from '@nerdify/contract/operations.ts'
import type { App } from '../http/app-type.ts'
import { operationsCall } from '../http/call.ts'
import type { Product } from '../product.ts'
import { logSecurityEvent } from '../security-log/log-security-event.ts'
import { operationsClientRoutes } from './client-routes.ts'
import { operationsDiscountRoutes } from './discount-routes.ts'
import { operationsFileRoutes } from './file-routes.ts'
import { operationsMessageRoutes } from './message-routes.ts'
import { operationsOrderRoutes } from './order-routes.ts'
import { nameOfOperator } from './operator.ts'
import { operationsPriceRoutes } from './price-routes.ts'
import { operationsQueueRoutes } from './queue-route.ts'
import { operationsReferralRoutes } from './referral-routes.ts'

/** The calls of operations (OPS-01, OPS-05); each needs their token, and each write goes to the log. */
export function operationsRoutes(app: App, product: Product): void {
  logReads(app, product)
  operationsOrderRoutes(app, product)
  operationsQueueRoutes(app, product)
  operationsFileRoutes(app, product)
  operationsClientRoutes(app, product)
  operationsReferralRoutes(app, product)
  operationsPriceRoutes(app, product)
  operationsDiscountRoutes(app, product)
  operationsMessageRoutes(app, product)
  callerRoute(app)
}

/** Each read is a line in the log too (SAFE-10): a write is in the log of actions, a read would leave no trace. */
function logReads(app: App, product: Product): void {
  app.addHook('onResponse', async (request, reply) => {
    const { config, url } = request.routeOptions
    if (config.who !== 'operations' || request.method !== 'GET' || reply.statusCode !== 200) return
    logSecurityEvent(product, request, 'operations_read', {
      account: request.account ?? undefined,
      operator: nameOfOperator(request),
      route: url,
    })
  })
}

/** Tells operations where their own call came from; the doctor asks with a forged header (SAFE-06). */
function callerRoute(app: App): void {
  app.get(
    opsPaths.caller(),
    operationsCall('Where this call came from, as the product sees it', { 200: OperationsCaller }),
    async ({ ip, headers }) => {
      const forwardedFor = headers['x-forwarded-for']
      return { ip_address: ip, forwarded_for: forwardedFor === undefined ? null : String(forwardedFor) }
    },
  )
}
