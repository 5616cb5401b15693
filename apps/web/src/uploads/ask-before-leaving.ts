import { listen } from '@nerdify/ui/listen.ts'

/** The browser confirms leaving the page (ux 45) until the returned function is called. */
export const askBeforeLeaving = (): (() => void) => listen({ beforeunload: (event) => event.preventDefault() })
