import { useEffect, useEffectEvent } from 'react'
import { listen } from '../listen.ts'

/** Calls back when the device is online again while `isWaiting`: what failed for want of a line is sent by itself (EASE-12). */
export function useOnceOnline(isWaiting: boolean, again: () => void): void {
  const act = useEffectEvent(again)
  useEffect(() => (isWaiting ? listen({ online: () => act() }) : undefined), [isWaiting])
}
