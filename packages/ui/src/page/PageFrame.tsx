import type { ReactNode } from 'react'
import { joinClasses } from '../join-classes.ts'
import { leadTo } from '../lead-to.ts'
import styles from './PageFrame.module.css'
import { skipToContentText } from '../part-texts.ts'

/** The id of the main region: the skip link and the back-to-top button lead there. */
export const mainId = 'main'

/** The whole page: top bar, main region and footer, at least as tall as the window. */
export const PageFrame = ({ children }: { children: ReactNode }) => <div className={styles.page}>{children}</div>

interface MainProps {
  /** `page` and `flow` (order steps, with less on top on phones) have padding; `bare` leaves it to the content. */
  layout?: 'page' | 'flow' | 'bare'
  busy?: boolean | undefined
  children: ReactNode
}

/** The main region; scripts can focus it (skip link, navigation). */
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

/** The first Tab stop (ux 55): skips the top bar. */
export const SkipLink = () => (
  <a className={styles.skip} href={`#${mainId}`} onClick={(event) => leadTo(event, mainId)}>
    {skipToContentText}
  </a>
)
