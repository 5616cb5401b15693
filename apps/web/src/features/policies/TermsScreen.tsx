import { webPaths } from '@nerdify/contract/web-paths.ts'
import { Link } from 'react-router'
import { termsSections, termsTexts } from '../../texts/policies/terms.ts'
import { Stack } from '@nerdify/ui/page/Layout.tsx'
import { PolicyPage } from './PolicyPage.tsx'
import { SectionText } from './PolicySections.tsx'

/** `/terms`: the terms of use, short enough to read whole (PUB-02). */
export const Component = () => (
  <PolicyPage title={termsTexts.title}>
    {termsSections.map((section) => (
      <section key={section.id} aria-labelledby={section.id}>
        <Stack gap={3}>
          <h2 id={section.id}>{section.title}</h2>
          <SectionText section={section} />
        </Stack>
      </section>
    ))}
    <p>
      {termsTexts.moreText} <Link to={webPaths.refunds()}>{termsTexts.more}</Link>
    </p>
  </PolicyPage>
)
