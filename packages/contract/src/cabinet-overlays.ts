import { lastPart, pathOf } from './joined-path.ts'

/**
 * Overlays of the cabinet's list with an address (CAB-07), and the parameter after the name: a mark or an amount, `?`
 * if optional.
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
  messages: undefined,
} as const satisfies Record<string, string | undefined>

export type CabinetOverlayName = keyof typeof cabinetOverlays

/** The lists below an overlay. */
const list = '/orders'
const filteredList = '/orders/filter'

export interface CabinetOverlay {
  name: CabinetOverlayName
  orderId: string
  /** The parameter after the name. */
  detail: string | undefined
  /** The path of the list below, shown on close. */
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

/** The overlay at a path; undefined for other paths. */
export function cabinetOverlayAt(path: string): CabinetOverlay | undefined {
  const [, base, orderId, name = '', detail] = shape.exec(path) ?? []
  if (base === undefined || orderId === undefined || (base === list && orderId === 'filter')) return undefined
  return isOverlay(name) ? { base, orderId, name, detail } : undefined
}

/** The page at a path: the list below an overlay, also below the conversations (TALK-02), else the path itself. */
export const pageBelow = (path: string): string =>
  cabinetOverlayAt(path)?.base ?? (path.startsWith('/messages') ? list : path)

/** The patterns of all overlays over each list, for the router and the server. */
export const cabinetOverlayPatterns: readonly string[] = [list, `${filteredList}/:paidStatus`].flatMap((base) =>
  (Object.keys(cabinetOverlays) as CabinetOverlayName[]).map((name) => {
    const [, parameter, optionalMark = ''] = /^(\w+)(\??)$/.exec(cabinetOverlays[name] ?? '') ?? []
    const detail = parameter === undefined ? undefined : `:${parameter}`
    return `${cabinetOverlayPath({ name, orderId: ':orderId', detail, base })}${optionalMark}`
  }),
)
