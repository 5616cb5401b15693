import { webPaths } from '@nerdify/contract/web-paths.ts'
import { Link } from 'react-router'
import { newHereTexts } from '../../texts/new-here.ts'
import { Text } from '@nerdify/ui/page/Layout.tsx'

/** How to begin without an account (MSG-04). */
export const NewHere = () => (
  <Text look="muted">
    {newHereTexts.question} <Link to={webPaths.start()}>{newHereTexts.link}</Link>
  </Text>
)
