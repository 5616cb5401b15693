import {
  type CabinetOverlay,
  type CabinetOverlayName,
  cabinetOverlayAt,
  cabinetOverlayPath,
  pageBelow,
} from '@nerdify/contract/cabinet-overlays.ts'
import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** State of a history entry: the overlay was opened from the list, so Back leads there. */
const openedFromList = { openedFromList: true } as const

/** Builds links to overlays over the current list; the function is memoized until the list changes. */
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

/** The overlay of the address, and its exits (CAB-07). */
export interface OpenOverlay extends CabinetOverlay {
  /** The query of the list's address. */
  search: string
  /** Returns to the list. */
  close: () => void
  /** Replaces the overlay with another one of the order, so that Back leads to the list. */
  switchTo: (name: CabinetOverlayName, detail?: string) => void
}

/** The overlay of the address; undefined without one. */
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
    switchTo: (name, detail) =>
      void navigate(
        { pathname: cabinetOverlayPath({ name, orderId, detail, base }), search },
        { replace: true, state },
      ),
  }
}
