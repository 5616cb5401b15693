import { webPaths } from '@nerdify/contract/web-paths.ts'
import { Link } from 'react-router'
import { frameTexts } from '../texts/frame.ts'
import { Footer } from '../ui/Footer.tsx'

/** The footer of every page (UI-02). */
export const PageFooter = () => (
  <Footer>
    <Link to={webPaths.privacyPolicy()}>{frameTexts.privacyPolicy}</Link>
    <Link to={webPaths.terms()}>{frameTexts.terms}</Link>
  </Footer>
)
