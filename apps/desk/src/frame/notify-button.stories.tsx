import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent } from 'storybook/test'
import '../desk.css'
import { NotifyButton } from './NotifyButton.tsx'
import { switchNotify } from './notify-setting.ts'

const ask = fn<() => Promise<NotificationPermission>>()

/** A browser with this answer to the notification prompt. */
function browserThat(answers: NotificationPermission) {
  const real = window.Notification
  const browser = Object.assign(() => undefined, { permission: 'default', requestPermission: ask })
  ask.mockReset().mockImplementation(async () => {
    browser.permission = answers
    return answers
  })
  Object.defineProperty(window, 'Notification', { value: browser, configurable: true })
  return () => {
    Object.defineProperty(window, 'Notification', { value: real, configurable: true })
    switchNotify(false)
  }
}

const meta = {
  title: 'Desk/Notify',
  render: () => (
    <div className="desk">
      <NotifyButton />
    </div>
  ),
} satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

/** [DESK-01] Off at first; a press alone asks the browser, another one switches it off. */
export const Allowed: Story = {
  beforeEach: () => browserThat('granted'),
  async play({ canvas }) {
    const button = canvas.getByRole('button', { name: 'Notify me', pressed: false })
    await expect(ask).not.toHaveBeenCalled()
    await userEvent.click(button)
    await canvas.findByRole('button', { name: 'Notify me', pressed: true })
    await expect(ask).toHaveBeenCalledOnce()
    await userEvent.click(button)
    await canvas.findByRole('button', { name: 'Notify me', pressed: false })
  },
}

/** [DESK-01] A browser that blocks notifications is named, and the switch stays off. */
export const Blocked: Story = {
  beforeEach: () => browserThat('denied'),
  async play({ canvas }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Notify me' }))
    await expect(await canvas.findByText(/^This browser blocks the desk’s notifications/)).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Notify me', pressed: false })).toBeVisible()
  },
}
