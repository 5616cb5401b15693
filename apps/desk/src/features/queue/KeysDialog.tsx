import { Checkbox } from '@nerdify/ui/fields/Checkbox.tsx'
import { Dialog } from '@nerdify/ui/surfaces/Dialog.tsx'
import { switchKeys, useKeysSwitch } from '../../frame/keys-setting.ts'
import { queueTexts } from '../../texts/queue.ts'
import styles from './QueueScreen.module.css'

const { key: names } = queueTexts
const keys = [
  ['j', names.next],
  ['k', names.previous],
  ['Enter', names.open],
  ['t', names.take],
  ['l', names.late],
  ['m', names.mine],
  ['1 – 9', names.kind],
  ['/', names.find],
  ['?', names.help],
] as const

/** All keys of the queue, and the switch that turns them off (WCAG 2.1.4). */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const isOn = useKeysSwitch()
  return (
    <Dialog title={queueTexts.allKeys} onClose={onClose}>
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
      <Checkbox label={queueTexts.keysSwitch} checked={isOn} onChange={switchKeys} />
      <p>{queueTexts.keysRest}</p>
    </Dialog>
  )
}
