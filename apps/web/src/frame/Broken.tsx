import { frameTexts } from '../texts/frame.ts'
import { Button } from '../ui/actions/Button.tsx'
import { Text } from '../ui/page/Layout.tsx'
import { ColumnPage } from './ColumnPage.tsx'
import { useScreenTitle } from './screen-title.ts'

const reload = () => window.location.reload()

/** Stands in for a screen that could not be loaded or drawn: says so and offers to try again (ux 54). */
export function Broken() {
  useScreenTitle(frameTexts.brokenTitle)
  return (
    <ColumnPage narrow>
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
