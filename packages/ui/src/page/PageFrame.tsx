import type { ReactNode } from 'react'
import { joinClasses } from '../join-classes.ts'
import { leadTo } from '../lead-to.ts'
import styles from './PageFrame.module.css'
import { skipToContentText } from '../part-texts.ts'

/** The id of the main region: the skip link and the back-to-top button lead there. */
export const mainId = 'main'

/** The whole page: top bar, main region, footer, filled to the bottom of the window. */
export const PageFrame = ({ children }: { children: ReactNode }) => <div className={styles.page}>{children}</div>

interface MainProps {
  /** `page` and `flow` (order steps, less room above on phones) have room around; `bare` leaves it to the content. */
  layout?: 'page' | 'flow' | 'bare'
  busy?: boolean | undefined
  children: ReactNode
}

/** The main region; it takes focus from scripts (skip link, change of page). */
export const Main = ({ layout = 'page', busy, children }: MainProps) => (
  <main
    id={mainId}
    tabIndex={-1}
    aria-busy={busy ? true : undefined}
    className={joinClasses(styles.main, layout !== 'bare' && styles.roomy, layout === 'flow' && styles.flow)}
  >
    {children}
  </main>
)

/** The first stop of the Tab key (ux 55): leads past the top bar. */
export const SkipLink = () => (
  <a className={styles.skip} href={`#${mainId}`} onClick={(event) => leadTo(event, mainId)}>
    {skipToContentText}
  </a>
)
