import type { PolicySection } from '../../texts/policies/policy-section.ts'
import { Accordion, AccordionItem } from '@nerdify/ui/surfaces/Accordion.tsx'
import styles from './PolicySections.module.css'

/** Sections that open independently, the first one open; an address with a section's id opens it. */
export const PolicySections = ({ sections }: { sections: readonly PolicySection[] }) => (
  <Accordion>
    {sections.map((section, index) => (
      <AccordionItem key={section.id} id={section.id} summary={section.title} open={index === 0}>
        <SectionText section={section} />
      </AccordionItem>
    ))}
  </Accordion>
)

/** The paragraphs of a section. */
export const SectionText = ({ section }: { section: PolicySection }) => (
  <>
    {section.paragraphs.map((paragraph) => (
      <p key={paragraph}>{paragraph}</p>
    ))}
    <List items={section.list} />
    {section.more !== undefined && <p>{section.more.paragraph}</p>}
    <List items={section.more?.list} />
    {section.after !== undefined && <p>{section.after}</p>}
  </>
)

const List = ({ items }: { items: readonly string[] | undefined }) =>
  items !== undefined && (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
