import { lastPart, pathOf } from './joined-path.ts'

/**
 * What opens over the cabinet's list under an address of its own (CAB-07), and what of the address follows its name: a mark
 * or an amount, `?` where it may be missing.
 */
const cabinetOverlays = {
  rating: 'mark?',
  'rating-negative': 'mark',
  tips: undefined,
  'tips-success': 'amount?',
  progress: undefined,
  files: undefined,
  revision: undefined,
  refund: undefined,
} as const satisfies Record<string, string | undefined>

/** The name of an overlay, as its address has it. */
export type CabinetOverlayName = keyof typeof cabinetOverlays

/** Where the list stands that an overlay opens over. */
const list = '/orders'
const filtered = '/orders/filter'

/** An overlay that an address asks for. */
export interface CabinetOverlay {
  name: CabinetOverlayName
  orderId: string
  /** What follows the name. */
  detail: string | undefined
  /** The path of the list below, where closing leads. */
  base: string
}

/** The path of an overlay over the list at `base`. */
export const cabinetOverlayPath = ({
  name,
  orderId,
  detail,
  base = list,
}: Omit<CabinetOverlay, 'base' | 'detail'> & {
  detail?: string | undefined
  base?: string | undefined
}): string => base + pathOf`/${orderId}/${name}` + lastPart(detail)

const shape = /^(\/orders|\/orders\/filter\/[^/]+)\/([^/]+)\/([\w-]+)(?:\/([^/]+))?\/?$/

const isOverlay = (name: string): name is CabinetOverlayName => Object.hasOwn(cabinetOverlays, name)

/** The overlay that a path asks for; undefined for every other path. */
export function cabinetOverlayAt(path: string): CabinetOverlay | undefined {
  const [, base, orderId, name = '', detail] = shape.exec(path) ?? []
  if (base === undefined || orderId === undefined || (base === list && orderId === 'filter')) return undefined
  return isOverlay(name) ? { base, orderId, name, detail } : undefined
}

/** The page that a path shows: for an overlay the list below it, else the path itself. */
export const pageBelow = (path: string): string => cabinetOverlayAt(path)?.base ?? path

/** The patterns of all overlays, as the router and the server read them, over either list. */
export const cabinetOverlayPatterns: readonly string[] = [list, `${filtered}/:paidStatus`].flatMap((base) =>
  (Object.keys(cabinetOverlays) as CabinetOverlayName[]).map((name) => {
    const [, parameter, mayBeMissing = ''] = /^(\w+)(\??)$/.exec(cabinetOverlays[name] ?? '') ?? []
    const detail = parameter === undefined ? undefined : `:${parameter}`
    return `${cabinetOverlayPath({ name, orderId: ':orderId', detail, base })}${mayBeMissing}`
  }),
)
