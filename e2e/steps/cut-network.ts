import { createServer, connect, type AddressInfo, type Server } from 'node:net'
import { once } from 'node:events'
import type { Page } from '@playwright/test'

/** Routes matching posts through a line that breaks once after some bytes, then hangs. */
export async function cutOnceAfter(
  page: Page,
  { url, bytes }: { url: string; bytes: number },
): Promise<{ cuts: () => number; remove: () => Promise<void> }> {
  let cuts = 0
  let target = { host: 'localhost', port: 0 }
  const line: Server = createServer((near) => {
    const far = connect(target)
    let passed = 0
    const end = () => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) socket.on('error', end).on('close', end)
    far.pipe(near)
    near.on('data', (chunk: Buffer) => {
      passed += chunk.length
      if (cuts === 0 && passed > bytes) {
        cuts += 1
        end()
      } else if (!far.write(chunk)) {
        near.pause()
        far.once('drain', () => near.resume())
      }
    })
  })
  line.listen(0, '127.0.0.1')
  await once(line, 'listening')
  const { port } = line.address() as AddressInfo
  await page.route(url, async (route) => {
    const address = new URL(route.request().url())
    target = { host: address.hostname, port: Number(address.port) }
    address.hostname = '127.0.0.1'
    address.port = String(port)
    await route.continue({ url: address.href })
  })
  return {
    cuts: () => cuts,
    async remove() {
      await page.unroute(url)
      line.close()
    },
  }
}
