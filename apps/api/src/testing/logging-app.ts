import { buildApp } from '../app.ts'
import { loggerOf } from '../logger.ts'
import type { Settings } from '../settings.ts'
import { testProduct } from './running-product.ts'

/** A second server of the product with a readable log, and optionally other settings. */
export async function loggingApp(changed: Partial<Settings> = {}) {
  const { product } = await testProduct()
  const lines: string[] = []
  const logger = {
    ...(loggerOf({ logLevel: 'info' }) as object),
    stream: { write: (line: string) => lines.push(line) },
  }
  const parts = { ...product, settings: { ...product.settings, ...changed } }
  const app = await buildApp(parts, { webDirectory: 'no-web-app', logger })
  return { app, lines, entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}
