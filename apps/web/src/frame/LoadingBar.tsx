import { frameTexts } from '../texts/frame.ts'
import styles from './LoadingBar.module.css'
import { useScreenLoading } from './lazy-screen.tsx'

/**
 * A thin line along the top while the next screen is on its way, or the code that takes a form which was sent before it was
 * there (`early-submit.ts`), once that takes more than 300 ms (UI-08).
 */
export const LoadingBar = () => (
  <div role="status">
    <div role="progressbar" aria-label={frameTexts.loading} className={styles.bar} hidden={!useScreenLoading()} />
  </div>
)
