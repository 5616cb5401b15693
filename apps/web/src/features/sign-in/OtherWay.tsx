import { webPaths } from '@nerdify/contract/web-paths.ts'
import { Link } from 'react-router'
import { phoneTexts } from '../../texts/sign-in.ts'
import { Text } from '@nerdify/ui/page/Layout.tsx'

/** The way in that works while no code can be texted, also for newcomers: a link by text, or a chat (AUTH-21). */
export const OtherWay = () => (
  <Text look="muted">
    <span>{phoneTexts.noCode}</span> <Link to={webPaths.contactUs()}>{phoneTexts.contact}</Link>
  </Text>
)
