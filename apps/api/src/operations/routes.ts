import type { App } from '../http/app-type.ts'
import type { Product } from '../product.ts'
import { operationsClientRoutes } from './client-routes.ts'
import { operationsDiscountRoutes } from './discount-routes.ts'
import { operationsFileRoutes } from './file-routes.ts'
import { operationsMessageRoutes } from './message-routes.ts'
import { operationsOrderRoutes } from './order-routes.ts'
import { operationsPriceRoutes } from './price-routes.ts'

/** The calls of operations (OPS-01, OPS-05); each needs their token, and each write goes to the log. */
export function operationsRoutes(app: App, product: Product): void {
  operationsOrderRoutes(app, product)
  operationsFileRoutes(app, product)
  operationsClientRoutes(app, product)
  operationsPriceRoutes(app, product)
  operationsDiscountRoutes(app, product)
  operationsMessageRoutes(app, product)
}
