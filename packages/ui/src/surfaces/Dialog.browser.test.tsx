import { StrictMode, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '../tokens/tokens.css'
import '../tokens/base.css'
import { Dialog } from './Dialog.tsx'
import { Drawer } from '../page/Drawer.tsx'

let root: Root
let closeCount: number

function Openers() {
  const [open, setOpen] = useState<'dialog' | 'drawer'>()
  const close = () => {
    closeCount += 1
    setOpen(undefined)
  }
  return (
    <>
      <button type="button" onClick={() => setOpen('dialog')}>
        Rate
      </button>
      <button type="button" onClick={() => setOpen('drawer')}>
        Menu
      </button>
      {open === 'dialog' && (
        <Dialog title="How was it?" onClose={close} actions={<button type="button">Send</button>}>
          <input aria-label="Words" />
        </Dialog>
      )}
      {open === 'drawer' && (
        <Drawer label="Main" brand={<b>Nerdify</b>} onClose={close}>
          <a href="#tasks">My tasks</a>
        </Drawer>
      )}
    </>
  )
}

beforeEach(() => {
  closeCount = 0
  root = createRoot(document.body.appendChild(document.createElement('div')))
  flushSync(() =>
    root.render(
      <StrictMode>
        <Openers />
      </StrictMode>,
    ),
  )
})

afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
})

test('(ux 50) Escape asks once to close, and the focus returns to the opener', async () => {
  const opener = page.getByRole('button', { name: 'Rate' })
  await userEvent.click(opener)
  await expect.element(page.getByRole('heading', { name: 'How was it?' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  expect(closeCount).toBe(1)
})

test('(ux 50) Tab stays in the dialog and never reaches the page behind it', async () => {
  await userEvent.click(page.getByRole('button', { name: 'Rate' }))
  const dialog = page.getByRole('dialog', { name: 'How was it?' }).element()
  const visited = new Set<string>()
  for (let press = 0; press < 8; press += 1) {
    await userEvent.tab()
    const focused = document.activeElement
    if (focused === null || focused === document.body) continue
    expect(dialog.contains(focused)).toBe(true)
    visited.add(focused.ariaLabel ?? focused.textContent)
  }
  expect(visited).toEqual(new Set(['Words', 'Send', 'Close']))
})

test('Escape and a click outside close the drawer, a click inside does not', async () => {
  const opener = page.getByRole('button', { name: 'Menu' })
  await userEvent.click(opener)
  await userEvent.click(page.getByText('Nerdify'))
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await userEvent.click(page.getByRole('dialog'), { position: { x: -200, y: 200 } })
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  await userEvent.click(opener)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(closeCount).toBe(2)
})
