import { Checkbox } from '@nerdify/ui/fields/Checkbox.tsx'
import { Dialog } from '@nerdify/ui/surfaces/Dialog.tsx'
import { frameTexts } from '../texts/frame.ts'
import { switchKeys, useKeysSwitch } from './keys-setting.ts'
import styles from './KeysDialog.module.css'

type NamedKey = readonly [key: string, name: string]

const ofEveryScreen: readonly NamedKey[] = [
  ['/', frameTexts.find],
  ['g q', frameTexts.toQueue],
  ['g c', frameTexts.toConversations],
  ['g b', frameTexts.toBooks],
  ['?', frameTexts.allKeys],
]

interface KeysDialogProps {
  /** Each key of the screen, with its action. */
  keys: readonly NamedKey[]
  onClose: () => void
}

/** All keys of a screen, and the switch that turns them off (WCAG 2.1.4). */
export function KeysDialog({ keys, onClose }: KeysDialogProps) {
  const isOn = useKeysSwitch()
  return (
    <Dialog title={frameTexts.allKeys} onClose={onClose}>
      <dl className={styles.keys}>
        {[...keys, ...ofEveryScreen].map(([key, name]) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>
              <kbd>{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <Checkbox label={frameTexts.keysSwitch} checked={isOn} onChange={switchKeys} />
      <p>{frameTexts.keysRest}</p>
    </Dialog>
  )
}
