import {
  type CabinetOverlay,
  type CabinetOverlayName,
  cabinetOverlayAt,
  cabinetOverlayPath,
  pageBelow,
} from '@nerdify/contract/cabinet-overlays.ts'
import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** What the history keeps of an overlay that was opened from the list: Back leads to that list. */
const openedFromList = { openedFromList: true } as const

/** What links of the present list to overlays over it take; the same function until the list changes. */
export function useOverlayLinks() {
  const { pathname, search } = useLocation()
  const base = pageBelow(pathname)
  return useMemo(
    () => (name: CabinetOverlayName, orderId: string, detail?: string) => ({
      to: { pathname: cabinetOverlayPath({ name, orderId, detail, base }), search },
      state: openedFromList,
    }),
    [base, search],
  )
}

/** The overlay that the address asks for, and the ways out of it (CAB-07). */
export interface OpenOverlay extends CabinetOverlay {
  /** What the address of the list below says besides its path. */
  search: string
  /** Back to the list below. */
  close: () => void
  /** To another overlay of the same order, in the place of this one: Back leads to the list. */
  goOn: (name: CabinetOverlayName, detail?: string) => void
}

/** The overlay that the address asks for, if it asks for one. */
export function useOpenOverlay(): OpenOverlay | undefined {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const overlay = cabinetOverlayAt(pathname)
  if (overlay === undefined) return undefined
  const { orderId, base } = overlay
  const { openedFromList: fromList = false } = (state ?? {}) as { openedFromList?: boolean }
  return {
    ...overlay,
    search,
    close: () => void (fromList ? navigate(-1) : navigate({ pathname: base, search }, { replace: true })),
    goOn: (name, detail) =>
      void navigate(
        { pathname: cabinetOverlayPath({ name, orderId, detail, base }), search },
        { replace: true, state },
      ),
  }
}
