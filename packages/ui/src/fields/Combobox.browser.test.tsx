import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '../tokens/tokens.css'
import '../tokens/base.css'
import { Combobox } from './Combobox.tsx'

const items = Array.from({ length: 150 }, (_, index) => `Subject ${index + 1}`)

function Subject() {
  const [value, setValue] = useState<string>()
  return (
    <>
      <p>Chosen: {value}</p>
      <Combobox
        label="Subject"
        all={{ label: 'All subjects', items }}
        firstGroups={[{ label: 'Most chosen', items: items.slice(0, 3) }]}
        find={(typed) => items.filter((item) => item.includes(typed))}
        value={value}
        onChange={setValue}
        onLeave={() => {
          leaveCount += 1
        }}
      />
    </>
  )
}

let root: Root
let leaveCount: number
const input = () => page.getByRole('combobox', { name: 'Subject' })

beforeEach(() => {
  leaveCount = 0
  root = createRoot(document.body.appendChild(document.createElement('div')))
  flushSync(() => root.render(<Subject />))
})

afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
})

test('a long list first renders its visible options, then the rest', async () => {
  const optionCounts: number[] = []
  const elements = document.body.getElementsByTagName('div')
  const count = () => [...elements].filter((element) => element.role === 'option').length
  const observer = new MutationObserver(() => optionCounts.push(count()))
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-expanded'] })
  await userEvent.click(input())
  await expect.poll(count).toBe(150)
  observer.disconnect()
  expect(optionCounts.at(0)).toBeLessThan(30)
})

test('(ux 27) typing in the middle of the text keeps the cursor there', async () => {
  await userEvent.type(input(), 'Subct')
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}je')
  await expect.element(input()).toHaveValue('Subject')
})

test('[FLOW-05] a click on an option selects it and keeps the focus in the field', async () => {
  await userEvent.click(input())
  await userEvent.click(page.getByRole('option', { name: 'Subject 5', exact: true }))
  await expect.element(input()).toHaveValue('Subject 5')
  await expect.element(input()).toHaveFocus()
})

test('(ux 27) accepts a choice within 300 ms after blur', async () => {
  await userEvent.fill(input(), 'Subject 9')
  const option = page.getByRole('option', { name: 'Subject 90' }).element()
  await userEvent.tab()
  option.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.poll(() => leaveCount).toBe(1)
  await expect.element(input()).toHaveValue('Subject 90')
  await expect.element(input()).toHaveAttribute('aria-expanded', 'false')
})

test('[FLOW-05] blur immediately selects a subject that was typed in full', async () => {
  await input().click()
  await userEvent.keyboard('subject 7')
  flushSync(() => (input().element() as HTMLInputElement).blur())
  expect(document.body.textContent).toContain('Chosen: Subject 7')
})
