import type { Elements } from '../elements.ts'
import { NerdBadge } from './Brand.tsx'
import { Main } from './PageFrame.tsx'
import { joinClasses } from '../join-classes.ts'
import { bookKindText, bookRowTexts, brandText } from '../part-texts.ts'
import styles from './SignInLayout.module.css'

interface SignInLayoutProps {
  /** The first page of the sign-in: on phones the book peeks up from the bottom. */
  home?: boolean
  children: Elements
}

/**
 * The main region of the sign-in pages: paper on the left, the blue study notebook on the right; one column on phones.
 * No style attributes: these pages are prerendered, under a content policy without inline styles.
 */
export const SignInLayout = ({ home = false, children }: SignInLayoutProps) => (
  <Main layout="bare">
    <div className={joinClasses(styles.entry, home && styles.home)}>
      <div className={styles.form}>
        <div className={styles.inner}>{children}</div>
      </div>
      <div className={styles.desk} aria-hidden="true">
        <div className={styles.book}>
          <span className={styles.nerd}>
            <NerdBadge size="large" />
          </span>
          <span className={styles.kind}>{bookKindText}</span>
          <span className={styles.title}>{brandText}</span>
          <dl className={styles.rows}>
            {bookRowTexts.map(([term, answer]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{answer}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </div>
  </Main>
)
