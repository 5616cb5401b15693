import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import { buttonClass } from '@nerdify/ui/actions/Button.tsx'
import { Blank } from '@nerdify/ui/surfaces/Blank.tsx'
import { Link } from 'react-router'
import { frameTexts } from '../texts/frame.ts'
import { useScreenTitle } from './screen-title.ts'

/** An address without a screen for this person, with the way to the queue. */
export function NoScreen({ title, lead }: { title: string; lead: string }) {
  useScreenTitle(title)
  return (
    <Blank
      level={1}
      head={frameTexts.desk}
      title={title}
      actions={
        <Link className={buttonClass()} to={deskPaths.queue()}>
          {frameTexts.toQueue}
        </Link>
      }
    >
      {lead}
    </Blank>
  )
}
