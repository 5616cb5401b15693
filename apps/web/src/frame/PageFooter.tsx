import { startPaths } from '@nerdify/contract/start-paths.ts'
import { Link } from 'react-router'
import { frameTexts } from '../texts/frame.ts'
import { Footer } from '@nerdify/ui/page/Footer.tsx'
import { consentRequest } from './consent/consent-request.ts'

/** The footer of every page (UI-02), with the link to change the consent (CONS-04). */
export const PageFooter = () => (
  <Footer>
    <Link to={startPaths.privacyPolicy()}>{frameTexts.privacyPolicy}</Link>
    <Link to={startPaths.terms()}>{frameTexts.terms}</Link>
    <button type="button" onClick={({ currentTarget }) => consentRequest.set(currentTarget)}>
      {frameTexts.cookieChoices}
    </button>
  </Footer>
)
