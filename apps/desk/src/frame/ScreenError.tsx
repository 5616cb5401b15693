import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Blank } from '@nerdify/ui/surfaces/Blank.tsx'
import { frameTexts } from '../texts/frame.ts'
import { useScreenTitle } from './screen-title.ts'

const reload = () => window.location.reload()

/** Replaces a screen that could not render or load: the server may have a newer build, without this screen's file. */
export function ScreenError() {
  useScreenTitle(frameTexts.broken)
  return (
    <Blank
      level={1}
      head={frameTexts.desk}
      title={frameTexts.broken}
      actions={
        <Button variant="primary" onClick={reload}>
          {frameTexts.reload}
        </Button>
      }
    >
      {frameTexts.brokenLead}
    </Blank>
  )
}
