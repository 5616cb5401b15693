import { frameTexts } from '../texts/frame.ts'
import styles from './LoadingBar.module.css'
import { useScreenLoading } from './lazy-screen.tsx'

/** A thin line along the top while the next screen is on its way, once that takes more than 300 ms (UI-08). */
export const LoadingBar = () =>
  useScreenLoading() ? <div role="progressbar" aria-label={frameTexts.loading} className={styles.bar} /> : null
