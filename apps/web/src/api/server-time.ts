import { useClock } from '@nerdify/ui/use-clock.ts'
import { serverNow } from './client.ts'

/** Epoch milliseconds (UTC) by the server's clock, kept current while the screen is open (FLOW-31, WAIT-04). */
export const useServerTime = (): number => useClock(serverNow)
