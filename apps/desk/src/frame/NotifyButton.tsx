import { Button } from '@nerdify/ui/actions/Button.tsx'
import { useState } from 'react'
import { frameTexts } from '../texts/frame.ts'
import { switchNotify, useNotifySwitch } from './notify-setting.ts'

/** Switches notifications on or off; only a press asks the browser for them (DESK-01). */
export function NotifyButton() {
  const isOn = useNotifySwitch()
  const [isBlocked, setIsBlocked] = useState(false)
  if (!('Notification' in globalThis)) return null
  const press = async () => {
    const on = !isOn && (await Notification.requestPermission()) === 'granted'
    switchNotify(on)
    setIsBlocked(!isOn && !on)
  }
  return (
    <>
      <Button size="small" variant="quiet" aria-pressed={isOn} onClick={() => void press()}>
        {frameTexts.notify}
      </Button>
      <span role="status">{isBlocked && <span>{frameTexts.notifyBlocked}</span>}</span>
    </>
  )
}
