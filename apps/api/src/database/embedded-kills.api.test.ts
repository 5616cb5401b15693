import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createClient } from '../accounts/create-client.ts'
import { type ProductProcess, withProductProcess } from '../testing/product-process.ts'
import { fillDisk, freeBytes, mebibyte, smallDisk } from '../testing/small-disk.ts'
import { eventually } from '../testing/test-client.ts'
import { connectEmbedded, type Database } from './connect.ts'

/** Starts of the product and waits of half a minute, on a machine that does other work. */
const limitMs = 240_000

/** Opens the database while the product is dead. */
async function meanwhile<Found>(product: ProductProcess, work: (database: Database) => Promise<Found>): Promise<Found> {
  await product.kill()
  const database = await connectEmbedded(product.dataDir)
  const found = await work(database)
  await database.close()
  await product.startAgain()
  return found
}

const newClient = ({ queries }: Database) => createClient(queries, Date.now(), { phone: null, email: null })

/** A call of operations. */
const call = ({ url, operationsToken }: ProductProcess, path: string, body?: unknown) =>
  fetch(`${url}/api/ops${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${operationsToken}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

test(
  '[HOLD-03] a database thread that does not answer ends the process within 30 s, with its reason',
  async () => {
    await withProductProcess(async (product) => {
      const client_id = await meanwhile(product, async (database) => {
        await database.script(
          `create function spin() returns trigger language plpgsql as $$ begin loop perform 1; end loop; end $$;
         create trigger spins before insert on client_order for each row execute function spin()`,
        )
        return newClient(database)
      })
      product.deprioritizeThreads()
      const start = Date.now()
      const asked = call(product, '/orders', { client_id, type: 'Essay (writing)' }).catch(() => 'cut off')
      const { how, complaints } = await product.death()
      expect(Date.now() - start).toBeLessThan(30_000)
      expect(how).toBe('SIGKILL')
      expect(complaints).toContain('The embedded database is lost: It has not answered for 20 s.')
      expect(await asked).toBe('cut off')
      await expect(fetch(`${product.url}/healthz`)).rejects.toThrow('fetch failed')
    })
  },
  limitMs,
)

test(
  '[HOLD-03][API-10] a full disk is 503 in words, reading goes on, and with free space all is well again',
  async ({ skip }) => {
    const disk = smallDisk(240)
    if (disk === undefined) return skip('this machine does not let us mount a small disk')
    const dataDir = join(disk.path, 'data')
    mkdirSync(dataDir)
    try {
      await withProductProcess(
        async (product) => {
          const client_id = await meanwhile(product, newClient)
          const order = () => call(product, '/orders', { client_id, type: 'Essay (writing)' })
          expect((await order()).status).toBe(201)

          const filler = join(disk.path, 'filler')
          const refused = async () => {
            const answer = await eventually(async () => {
              const asked = await order()
              return asked.status === 503 && asked
            })
            expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
            const text = 'We cannot do this right now. Please try again in a moment.'
            expect(await answer.json()).toMatchObject({ text })
            expect((await call(product, '/orders')).status).toBe(200)
            expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
          }
          for (let round = 0; round < 3; round += 1) {
            // While orders are made, so that the disk gets full at any moment of a transaction.
            const made = Promise.all(Array.from({ length: 40 }, order))
            // The database leaves what it needs for its end alone, then somebody else takes that as well.
            await fillDisk(filler, { leaving: 40 * mebibyte })
            await refused()
            expect(freeBytes(disk.path)).toBeGreaterThan(36 * mebibyte)
            await fillDisk(filler, { leaving: 0 })
            await refused()
            for (const { status } of await made) expect([201, 503]).toContain(status)

            rmSync(filler)
            await eventually(async () => (await order()).status === 201)
          }
          const orders = await product.readData(async (queries) =>
            queries.selectFrom('client_order').select('id').execute(),
          )
          expect(orders.length).toBeGreaterThanOrEqual(4)
        },
        { dataDir },
      )
    } finally {
      disk.remove()
    }
  },
  limitMs,
)
