import { useSyncExternalStore } from 'react'
import { listen } from '@nerdify/ui/listen.ts'
import { frameTexts } from '../texts/frame.ts'
import styles from './OfflineBar.module.css'

const subscribe = (change: () => void) => listen({ online: change, offline: change })

/** Shows while the device is offline (UI-08, ux 54). */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" className={styles.bar}>
      {isOnline ? null : frameTexts.offline}
    </div>
  )
}
