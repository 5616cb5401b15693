import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, fn, userEvent as user } from 'storybook/test'
import { FileDrop } from './FileDrop.tsx'

const meta = {
  title: 'Fields/FileDrop',
  component: FileDrop,
  args: { onFiles: fn(), label: 'Attach a file', hint: 'Rubrics, photos, slides, drafts' },
} satisfies Meta<typeof FileDrop>
export default meta
type Story = StoryObj<typeof meta>

const file = () => new File(['x'], 'notes.txt', { type: 'text/plain' })

export const Chosen: Story = {
  name: '(ux 41) takes several files from the picker, and the same file again',
  play: async ({ args, canvasElement }) => {
    const input = canvasElement.querySelector('input') as HTMLInputElement
    await user.upload(input, [file(), file()])
    await expect(args.onFiles).toHaveBeenCalledWith([expect.any(File), expect.any(File)])
    await user.upload(input, [file()])
    await expect(args.onFiles).toHaveBeenCalledTimes(2)
  },
}

function fileTransfer(): DataTransfer {
  const transfer = new DataTransfer()
  transfer.items.add(file())
  return transfer
}

export const Dropped: Story = {
  name: '(ux 41) takes a file that is dropped or pasted anywhere on the page',
  play: async ({ args }) => {
    fireEvent(
      document.body,
      new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer: fileTransfer() }),
    )
    const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: fileTransfer() })
    fireEvent(document.body, drop)
    await expect(drop.defaultPrevented).toBe(true)
    await expect(args.onFiles).toHaveBeenCalledTimes(1)
    fireEvent(
      document.body,
      new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: fileTransfer() }),
    )
    await expect(args.onFiles).toHaveBeenCalledTimes(2)
  },
}

export const Line: Story = { args: { look: 'line', label: 'Attach files', hint: undefined } }
export const Page: Story = { args: { look: 'page', label: 'Choose files', hint: undefined } }
