import { useEffect, useEffectEvent } from 'react'
import { listen } from '../listen.ts'

/** Calls `retry` when the device comes online while `isWaiting` (EASE-12). */
export function useOnceOnline(isWaiting: boolean, retry: () => void): void {
  const onOnline = useEffectEvent(retry)
  useEffect(() => (isWaiting ? listen({ online: () => onOnline() }) : undefined), [isWaiting])
}
