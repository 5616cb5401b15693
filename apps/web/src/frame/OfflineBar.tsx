import { useSyncExternalStore } from 'react'
import { listen } from '@nerdify/ui/listen.ts'
import { frameTexts } from '../texts/frame.ts'
import styles from './OfflineBar.module.css'

const follow = (change: () => void) => listen({ online: change, offline: change })

/** Says that the device is offline, as long as it is (UI-08, ux 54). */
export function OfflineBar() {
  const online = useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" className={styles.bar}>
      {online ? null : frameTexts.offline}
    </div>
  )
}
