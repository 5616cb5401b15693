import { createUseChange } from '@nerdify/browser/create-use-change.ts'
import { session } from '../visit/session.ts'

export const useChange = createUseChange(session.clientId)
