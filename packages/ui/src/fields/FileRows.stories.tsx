import type { Meta, StoryObj } from '@storybook/react-vite'
import { useRef, useState } from 'react'
import { expect, fn, waitFor } from 'storybook/test'
import { type FileRow, FileRows } from './FileRows.tsx'

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
        text: 'run.exe is a program that can run when it is opened. If your task needs it, put it in a .zip.',
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
  name: '(ux 42) shows each file with its name, its progress and its own buttons',
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
  name: '(ux 42) Undo restores a removed file',
  args: { files: [], removedName: 'assignment-brief.pdf' },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('assignment-brief.pdf was removed.')
    await userEvent.click(canvas.getByRole('button', { name: 'Undo' }))
    await expect(args.onUndo).toHaveBeenCalledOnce()
  },
}

/** Two files: removing the uploaded one offers Undo, canceling the other does not. */
function RemovableFiles({ label }: { label: string }) {
  const [files, setFiles] = useState<readonly FileRow[]>([
    { id: '1', name: 'brief.pdf', ext: 'pdf', sizeText: '412 Kb', status: 'loaded' },
    { id: '2', name: 'photo.jpg', ext: 'jpg', sizeText: '900 Kb', status: 'loading', percent: 10 },
  ])
  const [removed, setRemoved] = useState<FileRow>()
  const addButton = useRef<HTMLButtonElement>(null)
  return (
    <>
      <FileRows
        label={label}
        files={files}
        onRemove={(id) => {
          setFiles(files.filter((file) => file.id !== id))
          setRemoved(files.find((file) => file.id === id && file.status === 'loaded'))
        }}
        removedName={removed?.name}
        onUndo={() => {
          setFiles(removed === undefined ? files : [removed, ...files])
          setRemoved(undefined)
        }}
        addButton={addButton}
      />
      <button type="button" ref={addButton}>
        Add
      </button>
      <button type="button" onClick={() => setRemoved(undefined)}>
        Let the time pass
      </button>
    </>
  )
}

export const FocusStays: Story = {
  name: '(ux 55) keeps the focus near the files when the focused button disappears',
  render: ({ label }) => <RemovableFiles label={label} />,
  play: async ({ canvas, userEvent }) => {
    const press = (name: string) => userEvent.click(canvas.getByRole('button', { name }))
    const hasFocus = (name: string) => waitFor(() => expect(canvas.getByRole('button', { name })).toHaveFocus())
    await press('Remove brief.pdf')
    await hasFocus('Undo')
    await press('Undo')
    await hasFocus('Remove brief.pdf')
    await press('Remove brief.pdf')
    await hasFocus('Undo')
    // A scripted click leaves the focus on Undo.
    canvas.getByRole('button', { name: 'Let the time pass' }).click()
    await hasFocus('Cancel photo.jpg')
    await press('Cancel photo.jpg')
    await hasFocus('Add')
  },
}
