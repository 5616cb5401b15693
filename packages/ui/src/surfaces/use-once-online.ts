import { useEffect, useEffectEvent } from 'react'
import { listen } from '../listen.ts'

/** Calls back when the device is online again while `isWaiting`: retries what failed offline (EASE-12). */
export function useOnceOnline(isWaiting: boolean, again: () => void): void {
  const act = useEffectEvent(again)
  useEffect(() => (isWaiting ? listen({ online: () => act() }) : undefined), [isWaiting])
}
