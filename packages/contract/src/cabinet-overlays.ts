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
}): string => `${base}/${orderId}/${name}${detail === undefined ? '' : `/${detail}`}`

const shape = new RegExp(
  `^(${list}|${filtered}/[^/]+)/([^/]+)/(${Object.keys(cabinetOverlays).join('|')})(?:/([^/]+))?/?$`,
)

/** The overlay that a path asks for; undefined for every other path. */
export function cabinetOverlayAt(path: string): CabinetOverlay | undefined {
  const [, base, orderId, name, detail] = shape.exec(path) ?? []
  if (base === undefined || orderId === undefined || `${base}/${orderId}` === filtered) return undefined
  return { base, orderId, name: name as CabinetOverlayName, detail }
}

/** The page that a path shows: for an overlay the list below it, else the path itself. */
export const pageBelow = (path: string): string => cabinetOverlayAt(path)?.base ?? path

/** The patterns of all overlays, as the router and the server read them, over either list. */
export const cabinetOverlayPatterns: readonly string[] = [list, `${filtered}/:paidStatus`].flatMap((base) =>
  Object.entries(cabinetOverlays).map(([name, detail]) =>
    cabinetOverlayPath({
      name: name as CabinetOverlayName,
      orderId: ':orderId',
      detail: detail === undefined ? undefined : `:${detail}`,
      base,
    }),
  ),
)
