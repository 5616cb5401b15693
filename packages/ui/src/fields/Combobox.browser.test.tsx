import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '../tokens/tokens.css'
import '../tokens/base.css'
import { Combobox } from './Combobox.tsx'

const items = Array.from({ length: 150 }, (_, at) => `Subject ${at + 1}`)

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
          leavings += 1
        }}
      />
    </>
  )
}

let root: Root
let leavings: number
const input = () => page.getByRole('combobox', { name: 'Subject' })

beforeEach(() => {
  leavings = 0
  root = createRoot(document.body.appendChild(document.createElement('div')))
  flushSync(() => root.render(<Subject />))
})

afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
})

test('a long list first renders its visible options, then the rest', async () => {
  const drawn: number[] = []
  const options = document.body.getElementsByTagName('div')
  const count = () => [...options].filter((element) => element.role === 'option').length
  const observer = new MutationObserver(() => drawn.push(count()))
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-expanded'] })
  await userEvent.click(input())
  await expect.poll(count).toBe(150)
  observer.disconnect()
  expect(drawn.at(0)).toBeLessThan(30)
})

test('(ux 27) text typed in the middle stays there', async () => {
  await userEvent.type(input(), 'Subct')
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}je')
  await expect.element(input()).toHaveValue('Subject')
})

test('[FLOW-05] a click on an option chooses it and keeps the focus in the field', async () => {
  await userEvent.click(input())
  await userEvent.click(page.getByRole('option', { name: 'Subject 5', exact: true }))
  await expect.element(input()).toHaveValue('Subject 5')
  await expect.element(input()).toHaveFocus()
})

test('(ux 27) a choice within 300 ms after the field was left holds', async () => {
  await userEvent.fill(input(), 'Subject 9')
  const option = page.getByRole('option', { name: 'Subject 90' }).element()
  await userEvent.tab()
  option.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.poll(() => leavings).toBe(1)
  await expect.element(input()).toHaveValue('Subject 90')
  await expect.element(input()).toHaveAttribute('aria-expanded', 'false')
})

test('[FLOW-05] a subject typed in full is chosen at once on blur', async () => {
  await input().click()
  await userEvent.keyboard('subject 7')
  flushSync(() => (input().element() as HTMLInputElement).blur())
  expect(document.body.textContent).toContain('Chosen: Subject 7')
})
