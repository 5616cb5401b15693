import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { RuledTextArea } from './RuledTextArea.tsx'

test('[UI-09] (ux 34) without `field-sizing`, the field fits a text that the page sets or empties', () => {
  const supports = vi.spyOn(CSS, 'supports').mockReturnValue(false)
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const heightWith = (value: string) => {
    flushSync(() => root.render(<RuledTextArea label="Your answer" value={value} onChange={() => undefined} />))
    return document.querySelector('textarea')?.offsetHeight ?? 0
  }
  const empty = heightWith('')
  expect(heightWith('A line of a saved reply.\n'.repeat(20))).toBeGreaterThan(empty)
  expect(heightWith('')).toBe(empty)
  root.unmount()
  supports.mockRestore()
})
