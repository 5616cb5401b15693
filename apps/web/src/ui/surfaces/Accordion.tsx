import { type ReactNode, useEffect, useRef } from 'react'
import styles from './Accordion.module.css'
import { ChevronDownIcon } from '../actions/Icons.tsx'

/** Sections that open on their own; its children are {@link AccordionItem}. */
export const Accordion = ({ children }: { children: ReactNode }) => <div className={styles.accordion}>{children}</div>

/** What {@link AccordionItem} takes. */
interface AccordionItemProps {
  /** A link to `#id` opens the section. */
  id: string
  summary: ReactNode
  children: ReactNode
  /** Sections of the same group close one another. */
  group?: string
  /** Open to begin with. */
  open?: boolean
}

/** One section: the platform's `<details>`. */
export function AccordionItem({ id, summary, children, group, open = false }: AccordionItemProps) {
  const details = useRef<HTMLDetailsElement>(null)

  useEffect(() => {
    const follow = () => {
      if (details.current !== null && window.location.hash === `#${id}`) details.current.open = true
    }
    follow()
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [id])

  return (
    <details ref={details} className={styles.item} id={id} name={group} open={open}>
      <summary className={styles.summary}>
        {summary}
        <ChevronDownIcon />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  )
}
