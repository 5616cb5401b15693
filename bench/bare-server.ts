import Fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'

/** The paths of the bare server. */
export const barePaths = { write: '/write', html: '/static.html', spent: '/spent' } as const

/** The measured process's usage since its start. */
export interface ProcessUsage {
  cpuMs: number
  /** Sent to the database, without `begin` and `commit`. */
  statements: number
}

/**
 * The baseline for the product: a static page and, on a PostgreSQL server, one INSERT + UPDATE transaction with only
 * Fastify and the driver. It also reports what the measured process has `spent`.
 */
export function bareServer(databaseUrl: string | undefined, spent: () => ProcessUsage): FastifyInstance {
  const app = Fastify()
  const html = staticPage()
  app.get(barePaths.html, async (_request, reply) => reply.type('text/html; charset=utf-8').send(html))
  app.get(barePaths.spent, async () => spent())
  if (databaseUrl === undefined) return app

  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  app.addHook('onClose', () => pool.end())
  app.addHook('onReady', async () => {
    await pool.query('create table bare_write (id uuid primary key, at timestamptz, details text, price_cents bigint)')
  })
  app.post(barePaths.write, async (request) => {
    const { id, details } = request.body as { id: string; details: string }
    const client = await pool.connect()
    await client.query('begin')
    await client.query({
      name: 'insert',
      text: 'insert into bare_write (id, at, details) values ($1, $2, $3)',
      values: [id, new Date(), details],
    })
    await client.query({
      name: 'update',
      text: 'update bare_write set price_cents = $2 where id = $1',
      values: [id, 4800],
    })
    await client.query('commit')
    client.release()
    return { id }
  })
  return app
}

/** A page of 10 KB with a heading, paragraphs and inline styles. */
function staticPage(): string {
  const head = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Static page</title><link rel="icon" href="data:,"><style>body{font:16px system-ui;margin:2rem}</style><h1>A static page</h1>`
  const words = 'homework essay presentation problem quiz deadline page word slide minute price order nerd '
  const paragraphs = Array.from({ length: 200 }, (_, index) => `<p>${index} ${words}</p>`)
  return `${head}${paragraphs.join('')}`.slice(0, 10_240)
}
