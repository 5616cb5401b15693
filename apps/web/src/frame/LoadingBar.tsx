import { frameTexts } from '../texts/frame.ts'
import styles from './LoadingBar.module.css'
import { useScreenLoading } from '@nerdify/browser/lazy-screen.tsx'

/**
 * A thin line along the top while the next screen loads, or the code for a form that was submitted early
 * (`early-input.ts`), if the load takes over 300 ms (UI-08).
 */
export const LoadingBar = () => (
  <div role="status">
    <div role="progressbar" aria-label={frameTexts.loading} className={styles.bar} hidden={!useScreenLoading()} />
  </div>
)
