import { dirname, join } from 'node:path/posix'
import type { Finding, SourceFile } from './files.ts'

const api = 'apps/api/src/'

/**
 * The slices of the API, lowest layer first. A slice imports only slices of lower layers, so imports have no cycles and
 * slices of one layer are independent.
 */
export const layers = [
  ['settings'],
  ['database'],
  ['app-context'],
  ['http'],
  ['accounts', 'keys', 'leases', 'limits', 'visitors'],
  ['idempotency', 'referrals', 'retention', 'sessions'],
  ['returning-people', 'outbox', 'pricing'],
  ['discounts', 'security-log', 'uploads'],
  ['nerds', 'staff'],
  ['access', 'orders'],
  ['conversations', 'payments'],
  ['files'],
  ['subscriptions', 'inbox', 'newcomers'],
  ['sign-in'],
  ['card-events', 'clients'],
  ['alerts', 'books', 'personal-data', 'scenarios'],
  ['operations'],
  ['adapters', 'desk', 'doctor'],
  ['start'],
]

/** Slices that may also read the stores of others, for screens and background rounds over their rows. */
const readsStoreOf = {
  clients: ['accounts'],
  files: ['uploads'],
  sessions: ['keys'],
  'sign-in': ['keys', 'sessions'],
  'card-events': ['payments'],
  books: ['payments', 'subscriptions'],
  start: ['leases'],
} as Record<string, readonly string[]>

/** The layer of each file outside the slices; a file without an entry starts the product and may import everything. */
const looseFiles = {
  'app-context.ts': 'app-context',
  'env-file.ts': 'settings',
  'metrics.ts': 'settings',
  'ports.ts': 'settings',
  'secret-strength.ts': 'settings',
  'settings-table.ts': 'settings',
  'settings.ts': 'settings',
  'trusted-proxies.ts': 'settings',
  'unsafe-settings.ts': 'settings',
} as Record<string, string>

/** The slice of a file, by its path from the API's `src`. */
const sliceOf = (path: string) => (path.includes('/') ? (path.split('/')[0] ?? '') : (looseFiles[path] ?? 'start'))

const layerOf = (slice: string) => layers.findIndex((layer) => layer.includes(slice))

/**
 * The fault of an import of one slice by another; undefined if it is allowed.
 *
 * @param path of the imported file
 */
function faultOf(from: string, to: string, path: string): string | undefined {
  const unlisted = [to, from].find((slice) => layerOf(slice) === -1)
  if (unlisted !== undefined) return `${unlisted} has no layer in tools/repository/slices.ts.`
  if (layerOf(to) >= layerOf(from))
    return `${from} may not import ${to}: only slices below it (tools/repository/slices.ts).`
  if (path.endsWith('.store.ts') && !readsStoreOf[from]?.includes(to))
    return `A slice reads only its own store: call the exported command or query of ${to}.`
  return undefined
}

/** Imports of the API's product code that break the layers or reach the store of another slice. */
export function strayedSlices(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => path.startsWith(api) && !/\.test\.ts$|\/testing\//.test(path))
    .flatMap(({ path, text }) => {
      const own = path.slice(api.length)
      return text.split('\n').flatMap((line, index) => {
        const specifier = /(?:from|import\(?) ?'(\.[^']+)'/.exec(line)?.[1]
        if (specifier === undefined) return []
        const imported = join(dirname(own), specifier)
        if (imported.startsWith('..') || sliceOf(imported) === sliceOf(own)) return []
        const message = faultOf(sliceOf(own), sliceOf(imported), imported)
        return message === undefined ? [] : [{ path, line: index + 1, message }]
      })
    })
}
