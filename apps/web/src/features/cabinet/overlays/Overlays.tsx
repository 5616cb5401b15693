import type { CabinetOverlayName } from '@nerdify/contract/cabinet-overlays.ts'
import type { ComponentType } from 'react'
import { useOpenOverlay } from '../use-overlay.ts'
import { Component as Files } from './FilesOverlay.tsx'
import { Component as Conversations } from './messages/ConversationsOverlay.tsx'
import { Component as Messages } from './messages/OrderMessagesOverlay.tsx'
import { Component as NegativeRating } from './NegativeRatingOverlay.tsx'
import { Component as Progress } from './ProgressOverlay.tsx'
import { Component as Rating } from './RatingOverlay.tsx'
import { Component as Refund } from './RefundOverlay.tsx'
import { Component as Revision } from './RevisionOverlay.tsx'
import { Component as Tips } from './TipsOverlay.tsx'
import { Component as TipsSuccess } from './TipsSuccessOverlay.tsx'

/** The overlays of the list (CAB-07), in one file, so that one request loads them all. */
const overlays: Record<CabinetOverlayName, ComponentType> = {
  rating: Rating,
  'rating-negative': NegativeRating,
  tips: Tips,
  'tips-success': TipsSuccess,
  progress: Progress,
  files: Files,
  revision: Revision,
  refund: Refund,
  messages: Messages,
}

/** The overlay of the address; the conversations if the address names no overlay of the list. */
export function Component() {
  const overlay = useOpenOverlay()
  const Overlay = overlay === undefined ? Conversations : overlays[overlay.name]
  return <Overlay />
}
