import styles from './Brand.module.css'
import { joinClasses } from '../join-classes.ts'
import { brandText } from '../part-texts.ts'

/** Our mark, the glasses. Decorative: the text beside it is the name. */
const GlassesMark = () => (
  <svg viewBox="0 0 34 20" fill="none" stroke="currentColor" strokeWidth={2.6} strokeLinecap="round" aria-hidden="true">
    <circle cx="8.6" cy="11.4" r="6.6" />
    <circle cx="25.4" cy="11.4" r="6.6" />
    <path d="M15 9.6c1.2-1.1 2.8-1.1 4 0M2.6 8.2 1.6 3.4M31.4 8.2l1-4.8" />
  </svg>
)

/** The class of the brand's link: `<Link className={brandClass()}><Brand /></Link>`. */
export const brandClass = (): string => styles.brand ?? ''

/** Glasses and name, for a link with {@link brandClass}. */
export const Brand = () => (
  <>
    <GlassesMark />
    <span>{brandText}</span>
  </>
)

/** The glasses on a round highlighter disc: the Nerd's sign, never the client's, beside a text that says so. */
export const NerdBadge = ({ size }: { size: 'small' | 'large' }) => (
  <span className={joinClasses(styles.nerd, styles[size])} aria-hidden="true">
    <GlassesMark />
  </span>
)
