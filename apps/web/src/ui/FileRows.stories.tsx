import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { FileRows } from './FileRows.tsx'

const meta = {
  title: 'Fields/FileRows',
  component: FileRows,
  args: {
    label: 'Your files',
    files: [
      { id: '1', name: 'assignment-brief.pdf', ext: 'pdf', sizeText: '412 Kb', status: 'loaded' },
      {
        id: '2',
        name: 'reading-list-week-7-french-revolution-sources-with-a-long-name.docx',
        ext: 'docx',
        sizeText: '2,048 Kb',
        status: 'loading',
        percent: 62.7,
      },
      {
        id: '3',
        name: 'whiteboard-photo.jpg',
        ext: 'jpg',
        sizeText: '900 Kb',
        status: 'failed',
        text: 'Unknown error',
        canRetry: true,
      },
      {
        id: '4',
        name: 'run.exe',
        ext: 'exe',
        sizeText: '9 Kb',
        status: 'error',
        text: 'run.exe is a .exe file, which we can’t take. Send a document, picture, archive, audio or video.',
      },
    ],
    onRemove: fn(),
    onRetry: fn(),
    onUndo: fn(),
  },
} satisfies Meta<typeof FileRows>
export default meta
type Story = StoryObj<typeof meta>

export const EveryState: Story = {
  name: '(ux 42) each file has its name, its progress and its own buttons',
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole('progressbar', { name: /^Uploading reading-list/ })).toHaveAttribute('value', '62')
    await userEvent.click(canvas.getByRole('button', { name: 'Remove assignment-brief.pdf' }))
    await expect(args.onRemove).toHaveBeenCalledWith('1')
    await userEvent.click(canvas.getByRole('button', { name: 'Try whiteboard-photo.jpg again' }))
    await expect(args.onRetry).toHaveBeenCalledWith('3')
    await expect(canvas.queryByRole('button', { name: 'Try run.exe again' })).toBeNull()
    await expect(canvas.getByRole('status')).toHaveTextContent('whiteboard-photo.jpg was not uploaded: Unknown error')
  },
}

export const Removed: Story = {
  name: '(ux 42) a removed file can be brought back',
  args: { files: [], removed: 'assignment-brief.pdf' },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('assignment-brief.pdf was removed.')
    await userEvent.click(canvas.getByRole('button', { name: 'Undo' }))
    await expect(args.onUndo).toHaveBeenCalledOnce()
  },
}
