import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, screen } from 'storybook/test'
import { Brand, brandClass } from '../page/Brand.tsx'
import { Button, buttonClass } from '../actions/Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Drawer, DrawerEnd, drawerItemClass } from '../page/Drawer.tsx'
import { ClipboardIcon, MessageIcon, SignOutIcon, UserIcon } from '../actions/Icons.tsx'
import { Count } from '../page/TopBar.tsx'

function Rating({ open: initiallyOpen = false }: { open?: boolean }) {
  const [open, setOpen] = useState(initiallyOpen)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Rate</Button>
      {open && (
        <Dialog
          title="How was your Nerd’s work?"
          onClose={() => setOpen(false)}
          actions={
            <>
              <Button variant="primary">Send rating</Button>
              <Button variant="quiet">Not now</Button>
            </>
          }
        >
          <p>Your mark helps your Nerd and the next student.</p>
        </Dialog>
      )}
    </>
  )
}

const meta = { title: 'Showing/Dialog and drawer', component: Rating } satisfies Meta<typeof Rating>
export default meta
type Story = StoryObj<typeof meta>

export const Open: Story = { args: { open: true } }

export const FocusMovesInAndReturns: Story = {
  name: '(ux 50) the focus moves to the title and returns to the opener',
  play: async ({ canvas, userEvent }) => {
    const opener = canvas.getByRole('button', { name: 'Rate' })
    await userEvent.click(opener)
    await expect(screen.getByRole('heading', { name: 'How was your Nerd’s work?' })).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await expect(screen.queryByRole('dialog')).toBeNull()
    await expect(opener).toHaveFocus()
  },
}

export const Menu: Story = {
  render: () => (
    <Drawer
      label="Menu"
      brand={
        <a className={brandClass()} href="#orders">
          <Brand />
        </a>
      }
      onClose={() => undefined}
      foot={
        <a className={buttonClass({ variant: 'primary', block: 'full' })} href="#new">
          Hire a Nerd
        </a>
      }
    >
      <a className={drawerItemClass()} href="#orders" aria-current="page">
        <ClipboardIcon size="row" />
        My tasks
        <DrawerEnd>
          <Count>{4}</Count>
        </DrawerEnd>
      </a>
      <a className={drawerItemClass()} href="#info">
        <UserIcon size="row" />
        My info
      </a>
      <a className={drawerItemClass()} href="#contact">
        <MessageIcon size="row" />
        Contact us
      </a>
      <button type="button" className={drawerItemClass()}>
        <SignOutIcon size="row" />
        Sign out
      </button>
    </Drawer>
  ),
}
