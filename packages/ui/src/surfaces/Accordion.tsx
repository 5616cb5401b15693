import { type ReactNode, useEffect, useRef } from 'react'
import { listen } from '../listen.ts'
import styles from './Accordion.module.css'
import { ChevronDownIcon } from '../actions/Icons.tsx'

/** Sections that open independently, each an {@link AccordionItem}. */
export const Accordion = ({ children }: { children: ReactNode }) => <div className={styles.accordion}>{children}</div>

interface AccordionItemProps {
  /** A link to `#id` opens the section. */
  id: string
  summary: ReactNode
  children: ReactNode
  /** Initially open. */
  open?: boolean
}

/** One section: the native `<details>`. */
export function AccordionItem({ id, summary, children, open = false }: AccordionItemProps) {
  const details = useRef<HTMLDetailsElement>(null)

  useEffect(() => {
    const openForHash = () => {
      if (details.current !== null && window.location.hash === `#${id}`) details.current.open = true
    }
    openForHash()
    return listen({ hashchange: openForHash })
  }, [id])

  return (
    <details ref={details} className={styles.item} id={id} open={open}>
      <summary className={styles.summary}>
        <span>{summary}</span>
        <ChevronDownIcon />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  )
}
