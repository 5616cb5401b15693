import { recordOf } from '../../kept-values.ts'

/** Whether a history entry's state says that the server ended the session, and not the person (AUTH-19, AUTH-23). */
export const isForced = (state: unknown): boolean => recordOf(state).forced === true
