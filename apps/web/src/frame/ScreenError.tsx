import { frameTexts } from '../texts/frame.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Text } from '@nerdify/ui/page/Layout.tsx'
import { ColumnPage } from './ColumnPage.tsx'
import { useScreenTitle } from './screen-title.ts'

const reload = () => window.location.reload()

/** Replaces a screen that could not load or render, with a retry (ux 54). */
export function ScreenError() {
  useScreenTitle(frameTexts.brokenTitle)
  return (
    <ColumnPage narrow="narrow">
      <h1>{frameTexts.brokenTitle}</h1>
      <Text look="lede">{frameTexts.brokenLead}</Text>
      <div>
        <Button variant="primary" onClick={reload}>
          {frameTexts.tryAgain}
        </Button>
      </div>
    </ColumnPage>
  )
}
