import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { isMigrated } from '../database/migrate.ts'
import { assertWritable } from '../database/server-session.ts'
import type { AppContext } from '../app-context.ts'
import type { App } from './app-type.ts'

const quiet = { config: { who: 'anyone' }, schema: { hide: true }, logLevel: 'warn' } as const

/** OPS-03: `/healthz` says that the process lives, `/readyz` that the database takes writes and has its migrations. */
export function healthRoutes(app: App, product: AppContext): void {
  app.get(apiPaths.healthz(), quiet, async () => ({ ok: true }))
  app.get(apiPaths.readyz(), quiet, async (_request, reply) => {
    const ready = await assertWritable(product.queries)
      .then(() => isMigrated(product.database))
      .catch(() => false)
    return reply.code(ready ? 200 : 503).send({ ok: ready })
  })
}
