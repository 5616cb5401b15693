import { listen } from '../ui/listen.ts'

/** Asks whoever leaves the page whether they mean it (ux 45), until the answered function is called. */
export const askBeforeLeaving = (): (() => void) => listen({ beforeunload: (event) => event.preventDefault() })
