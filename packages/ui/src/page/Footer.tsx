import styles from './Footer.module.css'
import { joinClasses } from '../join-classes.ts'
import { cardsAcceptedText } from '../part-texts.ts'
import type { Elements } from '../elements.ts'

/** Drawn stand-ins for the card schemes' marks, on light plates in both themes (UI-02). */
const CardMarks = () => (
  <ul className={styles.cards} aria-label={cardsAcceptedText}>
    <li className={joinClasses(styles.mark, styles.visa)}>VISA</li>
    <li className={styles.mark}>
      <span className={styles.rings} role="img" aria-label="Mastercard" />
    </li>
    <li className={styles.mark}>AMEX</li>
    <li className={styles.mark}>
      <abbr className={styles.short} title="Discover">
        DISC
      </abbr>
    </li>
  </ul>
)

/** The footer of every page: its links and buttons as children, then the card marks (UI-02). */
export const Footer = ({ children }: { children: Elements }) => (
  <footer className={styles.foot}>
    <div className={styles.inner}>
      {children}
      <div className={styles.marks}>
        <CardMarks />
      </div>
    </div>
  </footer>
)
