import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { FileDrop } from './FileDrop.tsx'

/** Pastes a picture, with an optional text; returns whether the page prevented the browser's own paste. */
function paste(text?: string): boolean {
  const clipboardData = new DataTransfer()
  clipboardData.items.add(new File(['picture'], 'image.png', { type: 'image/png' }))
  if (text !== undefined) clipboardData.setData('text/plain', text)
  return !document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

test('[FILE-05] (ux 41) takes a pasted picture as a file, but not the picture of pasted text', () => {
  const fileNames: string[] = []
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  flushSync(() =>
    root.render(<FileDrop label="Attach" onFiles={(files) => fileNames.push(...files.map(({ name }) => name))} />),
  )
  expect(paste('From a word processor')).toBe(false)
  expect(fileNames).toEqual([])
  expect(paste()).toBe(true)
  expect(fileNames).toEqual(['image.png'])
  root.unmount()
})

test('[FILE-05][DESK-02] with two drop areas, the file goes to the one in the target’s form', () => {
  const receivers: string[] = []
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const form = (name: string) => (
    <form aria-label={name}>
      <FileDrop label="Attach" onFiles={() => receivers.push(name)} />
    </form>
  )
  flushSync(() => root.render([form('answer'), form('delivery')]))
  const [answer, delivery] = document.querySelectorAll('form')
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File(['work'], 'final.pdf'))
  const drop = (on: Element | undefined) =>
    !on?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  expect([drop(delivery), drop(answer), drop(document.body)]).toEqual([true, true, true])
  expect(receivers).toEqual(['delivery', 'answer'])
  expect(paste()).toBe(false)
  root.unmount()
})

test('[FILE-05] the picker offers every file, even with an extension that a phone does not know', () => {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  flushSync(() => root.render(<FileDrop label="Attach" onFiles={() => {}} />))
  expect(container.querySelector('input[type=file]')?.hasAttribute('accept')).toBe(false)
  root.unmount()
})
