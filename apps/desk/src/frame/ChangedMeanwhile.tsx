import { Button } from '@nerdify/ui/actions/Button.tsx'
import { AlertIcon } from '@nerdify/ui/actions/Icons.tsx'
import { Text } from '@nerdify/ui/page/Layout.tsx'
import { Banner } from '@nerdify/ui/surfaces/Banner.tsx'
import { frameTexts } from '../texts/frame.ts'

interface ChangedMeanwhileProps {
  /** The author and the time. */
  title: string
  /** The changes, oldest first. */
  changes: readonly string[]
  /** The person continues with the typed words. */
  onSeen?: () => void
}

/** Others' changes while this person typed, above the form (DESK-07). */
export const ChangedMeanwhile = ({ title, changes, onSeen }: ChangedMeanwhileProps) => (
  <Banner
    kind="bad"
    icon={<AlertIcon />}
    title={title}
    actions={
      onSeen && (
        <Button size="small" onClick={onSeen}>
          {frameTexts.goOn}
        </Button>
      )
    }
  >
    <ul>
      {changes.map((change, index) => (
        <li key={`${index} ${change}`} dir="auto">
          {change}
        </li>
      ))}
    </ul>
    <Text look="small">{frameTexts.nothingLost}</Text>
  </Banner>
)
