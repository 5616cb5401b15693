import type { JobTypeId } from '@nerdify/domain/catalog/job-types.ts'
import { useSyncExternalStore } from 'react'
import { localStore } from '@nerdify/browser/browser-storage.ts'
import { draftPrefix } from '../../../storage/draft-prefix.ts'
import { session } from '../../../visit/session.ts'
import type { Draft } from './draft.ts'
import { createDraftStore } from './draft-store.ts'

/** The drafts of this browser. A forced sign-out keeps them, a chosen one clears them (AUTH-23). */
export const drafts = createDraftStore(localStore, typeof window === 'undefined' ? undefined : window)

session.onEnd(() => drafts.forgetAll())

const ownPrefix = () => `${draftPrefix}${session.clientId() ?? ''}.`

/** The key of a client's draft of a new order, one per job type (FLOW-17). */
export const newOrderDraftKey = (jobType: JobTypeId): string => ownPrefix() + jobType

/** The key of unsaved values of an existing order, until it is paid (FLOW-17). */
export const orderDraftKey = (orderId: string): string => `${ownPrefix()}order.${orderId}`

/** The current draft under a key. */
export const useDraft = (key: string): Draft => useSyncExternalStore(drafts.subscribe, () => drafts.read(key))

/** Whether the draft was restored at this page load: then "We kept your draft" shows (ux 17). */
export const useWasRestored = (key: string): boolean =>
  useSyncExternalStore(drafts.subscribe, () => drafts.isRestored(key))
