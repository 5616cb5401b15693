import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { Button } from '../actions/Button.tsx'
import { Checkbox } from '../fields/Checkbox.tsx'
import { CookieBox } from './CookieBox.tsx'

const meta = {
  title: 'Frame/CookieBox',
  component: CookieBox,
  parameters: { layout: 'fullscreen' },
  args: {
    title: 'Cookies',
    onEscape: fn(),
    children: <p>What keeps you signed in is always on. We ask before using anything else.</p>,
    actions: (
      <>
        <Button size="small">Accept all</Button>
        <Button size="small">Decline</Button>
        <Button size="small" variant="quiet">
          Preferences
        </Button>
      </>
    ),
  },
  render: (args) => (
    <main style={{ minBlockSize: '150vh' }}>
      <h1>A page</h1>
      <button type="button">On the page</button>
      <CookieBox {...args} />
    </main>
  ),
} satisfies Meta<typeof CookieBox>
export default meta
type Story = StoryObj<typeof meta>

export const Popup: Story = {
  name: '(ux 50) the page stays usable, and Escape asks to close',
  play: async ({ args, canvas, userEvent }) => {
    const box = canvas.getByRole('dialog', { name: 'Cookies' })
    await expect(box).not.toContainElement(document.activeElement as HTMLElement)
    await userEvent.click(canvas.getByRole('button', { name: 'On the page' }))
    const [accept, decline] = [
      canvas.getByRole('button', { name: 'Accept all' }),
      canvas.getByRole('button', { name: 'Decline' }),
    ]
    await expect(accept.offsetWidth).toBe(decline.offsetWidth)
    decline.focus()
    await userEvent.keyboard('{Escape}')
    await expect(args.onEscape).toHaveBeenCalledOnce()
  },
}

export const Preferences: Story = {
  name: 'preferences: the focus moves to the title, and essential cookies are locked on',
  args: {
    title: 'Cookie preferences',
    takesFocus: true,
    children: (
      <div>
        <Checkbox label="Essential" note="Sign-in and security. Always on." checked disabled />
        <Checkbox label="Marketing" note="Offers that fit you." checked={false} onChange={fn()} />
        <Checkbox label="Performance" note="Shows us what is slow or broken." checked onChange={fn()} />
      </div>
    ),
    actions: (
      <>
        <Button size="small">Accept all</Button>
        <Button size="small">Decline</Button>
        <Button size="small" variant="primary">
          Allow selection
        </Button>
      </>
    ),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: 'Cookie preferences' })).toHaveFocus()
    await expect(canvas.getByRole('checkbox', { name: /Essential/ })).toBeDisabled()
  },
}
