import { startPaths } from '@nerdify/contract/start-paths.ts'
import { Link } from 'react-router'
import { phoneTexts } from '../../texts/sign-in.ts'
import { Text } from '@nerdify/ui/page/Layout.tsx'

/** Another way to sign in while no code can be texted, also for newcomers: a link by text, or a chat (AUTH-21). */
export const OtherWay = () => (
  <Text look="muted">
    <span>{phoneTexts.noCode}</span> <Link to={startPaths.contactUs()}>{phoneTexts.contact}</Link>
  </Text>
)
