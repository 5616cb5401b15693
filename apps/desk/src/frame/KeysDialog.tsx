import { Checkbox } from '@nerdify/ui/fields/Checkbox.tsx'
import { Dialog } from '@nerdify/ui/surfaces/Dialog.tsx'
import { frameTexts } from '../texts/frame.ts'
import { switchKeys, useKeysSwitch } from './keys-setting.ts'
import styles from './KeysDialog.module.css'

interface KeysDialogProps {
  /** Each key with what it does. */
  keys: readonly (readonly [key: string, name: string])[]
  onClose: () => void
}

/** All keys of a screen, and the switch that turns them off (WCAG 2.1.4). */
export function KeysDialog({ keys, onClose }: KeysDialogProps) {
  const isOn = useKeysSwitch()
  return (
    <Dialog title={frameTexts.allKeys} onClose={onClose}>
      <dl className={styles.keys}>
        {keys.map(([key, name]) => (
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
