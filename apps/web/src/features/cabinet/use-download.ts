import type { Order } from '@nerdify/contract/orders.ts'
import { orderFileTypes } from '@nerdify/domain/files/order-files.ts'
import { type MouseEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../api/client.ts'
import { trackScreen } from '../../frame/track-screen.ts'
import type { useOverlayLinks } from './use-overlay.ts'

/**
 * The press on "Download": one tap brings the Nerd's single file, and then asks for the stars where they are still to be given
 * (EASE-04). Several files, or one that cannot be had yet, stand in the list that the link leads to.
 */
export function useDownload(order: Order, overlays: ReturnType<typeof useOverlayLinks>) {
  const navigate = useNavigate()
  const isUnderWay = useRef(false)
  return async (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (isUnderWay.current) return
    isUnderWay.current = true
    const isHere = trackScreen()
    const files = await api.orderFiles(order._id).catch(() => [])
    isUnderWay.current = false
    const [file, ...others] = files.filter(({ type }) => orderFileTypes[type] === 'nerd')
    const single = others.length === 0 ? file?.location : undefined
    if (typeof single === 'string') window.location.assign(single)
    if (!isHere()) return
    const then = typeof single !== 'string' ? overlays('files', order._id) : overlays('rating', order._id, 'f')
    if (typeof single !== 'string' || order.isCanShowRatingBtn) await navigate(then.to, { state: then.state })
  }
}
