import Fastify, { type FastifyInstance } from 'fastify'

/** A way to run statements with nothing between them and the engine; `transaction` has one connection for itself. */
export interface BareDatabase {
  query(name: string, sql: string, parameters: readonly unknown[]): Promise<{ rows: unknown[] }>
  transaction(work: (query: BareDatabase['query']) => Promise<void>): Promise<void>
}

/** The paths of the bare server. */
export const barePaths = { hello: '/hello', row: '/row', write: '/write', page: '/page', html: '/static.html' } as const

/** The least that Fastify and the engine can do: what the product is compared with. `clientId` has a page of orders. */
export function bareServer(database: BareDatabase, clientId: string): FastifyInstance {
  const app = Fastify()
  app.get(barePaths.hello, async () => ({ hello: 'world' }))
  app.get(barePaths.row, async () => {
    const { rows } = await database.query('row', 'select id, tags from client where id = $1', [clientId])
    return rows[0]
  })
  app.get(barePaths.page, async () => {
    const { rows } = await database.query(
      'page',
      'select * from client_order where client_id = $1 order by created_at desc, id desc limit 20',
      [clientId],
    )
    return { results: rows }
  })
  app.post(barePaths.write, async (request) => {
    const body = request.body as { id: string; details: string }
    await database.transaction(async (query) => {
      await query('insert', 'insert into bare_write (client_id, id, at, details) values ($1, $2, $3, $4)', [
        clientId,
        body.id,
        new Date(),
        body.details,
      ])
      await query('update', 'update bare_write set price_cents = $3 where client_id = $1 and id = $2', [
        clientId,
        body.id,
        4800,
      ])
    })
    return { id: body.id }
  })
  const html = staticPage()
  app.get(barePaths.html, async (_request, reply) => reply.type('text/html; charset=utf-8').send(html))
  return app
}

/** A page of 10 KB with a heading and paragraphs, its style inside. */
function staticPage(): string {
  const head = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Static page</title><link rel="icon" href="data:,"><style>body{font:16px system-ui;margin:2rem}</style><h1>A static page</h1>`
  const words = 'homework essay presentation problem quiz deadline page word slide minute price order nerd '
  const paragraphs = Array.from({ length: 200 }, (_, index) => `<p>${index} ${words}</p>`)
  return `${head}${paragraphs.join('')}`.slice(0, 10_240)
}
