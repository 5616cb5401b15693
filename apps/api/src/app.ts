import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import swagger from '@fastify/swagger'
import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import Fastify, { type FastifyServerOptions } from 'fastify'
import { accountLinkRoutes } from './clients/account-link-routes.ts'
import { firstDataRoute } from './clients/first-data-route.ts'
import { conversationRoutes } from './conversations/routes.ts'
import { messagesAfter } from './conversations/conversations.ts'
import { clientRoutes } from './clients/routes.ts'
import { fileRoutes } from './files/routes.ts'
import type { App } from './http/app-type.ts'
import { authenticateClients, authenticateOperations } from './access/authenticate.ts'
import { limitOperators } from './access/operator-rights.ts'
import { compiledAtFirstUse } from './http/compiled-at-first-use.ts'
import { answerErrors, answerFrameworkError } from './http/answers/error-response.ts'
import { watchConnections } from './http/graceful-end.ts'
import { healthRoutes } from './http/health.ts'
import { answerRepeats, documentKeys } from './idempotency/idempotency.ts'
import { maxBodyBytes, readJsonBodies } from './http/requests/json-body.ts'
import { secureAnswers } from './http/answers/security-headers.ts'
import { limitReach } from './access/session-reach.ts'
import { sharedSerializers } from './http/answers/shared-serializers.ts'
import { answerUnreadableRequest } from './http/requests/unreadable-requests.ts'
import { refuseUnknownAddresses } from './http/requests/visitor-address.ts'
import { serveWebApp } from './http/answers/web-app.ts'
import { RequestLog } from './logger.ts'
import { metricsRoutes } from './metrics-routes.ts'
import { newcomerRoutes } from './newcomers/routes.ts'
import { operationsRoutes } from './operations/routes.ts'
import { orderStreamRoute } from './orders/list/order-stream-route.ts'
import { inboxRoutes } from './inbox/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { messageRoutes } from './outbox/routes.ts'
import { cardEventRoutes } from './card-events/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { personalDataRoutes } from './personal-data/routes.ts'
import { amountAtStart } from './pricing/prices.ts'
import { pricingRoutes } from './pricing/routes.ts'
import type { AppContext } from './app-context.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { sessionRoutes } from './sign-in/session-routes.ts'
import { planLinkRoutes } from './subscriptions/link-routes.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'
import { trustProxyOption } from './trusted-proxies.ts'
import { visitorRoutes } from './visitors/routes.ts'

/** How long a request may take to arrive, and the interval of the check; a slower one is cut off (abuse 38). */
const arrival = { limitMs: 30_000, lookEveryMs: 5_000 }

/**
 * Builds the HTTP server of the product from its parts; serve.ts and every API test use it. `webDirectory` contains the
 * built web app; `arrival` overrides the limit for slow requests.
 */
export async function buildApp(
  product: AppContext,
  options: {
    webDirectory: string
    logger: FastifyServerOptions['logger']
    arrival?: { limitMs: number; lookEveryMs: number }
  },
): Promise<App> {
  const { settings } = product
  const { limitMs, lookEveryMs } = options.arrival ?? arrival
  const app: App = Fastify({
    logger: options.logger ?? false,
    logController: new RequestLog(settings),
    schemaController: { compilersFactory: { buildSerializer: sharedSerializers } },
    genReqId: () => randomUUID(),
    trustProxy: trustProxyOption(settings.trustProxy),
    bodyLimit: maxBodyBytes,
    requestTimeout: limitMs,
    // Without their own limit, headers would have a longer one than the request, and Node would swap the two.
    http: { headersTimeout: limitMs, connectionsCheckingInterval: lookEveryMs },
    routerOptions: { maxParamLength: 512 },
    // Answers requests on connections that are about to close; the database closes afterwards.
    return503OnClosing: false,
    clientErrorHandler: answerUnreadableRequest,
    frameworkErrors: answerFrameworkError,
  }) as App
  const endConnections = watchConnections(app.server)
  app.addHook('preClose', async () => endConnections(limitMs))
  app.setValidatorCompiler(compiledAtFirstUse(TypeBoxValidatorCompiler))
  await app.register(swagger, {
    transform: documentKeys,
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Nerdify', version: '1', description: 'Homework help from freelance experts.' },
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
  })
  readJsonBodies(app)
  // Only answers: an unpacked request body would have no size limit.
  await app.register(compress, { encodings: ['zstd', 'gzip'], globalDecompression: false })
  const surroundings = { ...settings, filesOrigin: product.files.origin }
  secureAnswers(app, surroundings)
  answerErrors(app)
  refuseUnknownAddresses(app, settings)
  authenticateClients(app, product)
  limitReach(app, product)
  authenticateOperations(app, product)
  limitOperators(app)
  answerRepeats(app, product)

  healthRoutes(app, product)
  metricsRoutes(app, product)
  signInRoutes(app, product)
  sessionRoutes(app, product)
  clientRoutes(app, product)
  accountLinkRoutes(app, product)
  firstDataRoute(app, product)
  personalDataRoutes(app, product)
  pricingRoutes(app, product)
  orderRoutes(app, product)
  conversationRoutes(app, product)
  orderStreamRoute(app, product, messagesAfter)
  paymentRoutes(app, product)
  cardEventRoutes(app, product)
  subscriptionRoutes(app, product)
  planLinkRoutes(app, product)
  fileRoutes(app, product)
  messageRoutes(app, product)
  inboxRoutes(app, product)
  newcomerRoutes(app, product)
  visitorRoutes(app, product)
  operationsRoutes(app, product)
  app.get(apiPaths.openApi(), { config: { who: 'anyone' }, schema: { hide: true } }, async () => app.swagger())
  await serveWebApp(app, options.webDirectory, surroundings, () => amountAtStart(product))
  return app
}
