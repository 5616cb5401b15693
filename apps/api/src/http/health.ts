import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { isMigrated } from '../database/migrate.ts'
import { assertWritable } from '../database/server-session.ts'
import type { AppContext } from '../app-context.ts'
import type { App } from './app-type.ts'

const quiet = { config: { who: 'anyone' }, schema: { hide: true }, logLevel: 'warn' } as const

/** `/healthz`: the process is alive. `/readyz`: the database accepts writes and has every migration (OPS-03). */
export function healthRoutes(app: App, product: AppContext): void {
  app.get(apiPaths.healthz(), quiet, async () => ({ ok: true }))
  app.get(apiPaths.readyz(), quiet, async (_request, reply) => {
    const ready = await assertWritable(product.queries)
      .then(() => isMigrated(product.database))
      .catch(() => false)
    return reply.code(ready ? 200 : 503).send({ ok: ready })
  })
}
