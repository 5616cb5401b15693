import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import '../tokens/tokens.css'
import '../tokens/base.css'
import { DeadlineSlider } from './DeadlineSlider.tsx'

const labels = ['3 hours', '6 hours', '12 hours', '18 hours', '1 day', '2 days', '3 days', '4 days', '4+ days']

const choices: number[] = []

function Deadline() {
  const [index, setIndex] = useState(2)
  return (
    <DeadlineSlider
      label="Deadline"
      stops={labels.map((label) => ({ label, shortLabel: label }))}
      index={index}
      onChange={(next) => {
        choices.push(next)
        setIndex(next)
      }}
      readyBy="Ready today"
      valueText={labels[index] ?? ''}
    />
  )
}

let root: Root
const slider = () => page.getByRole('slider', { name: 'Deadline' })
const value = () => slider().element().getAttribute('aria-valuetext')

beforeEach(() => {
  choices.length = 0
  root = createRoot(document.body.appendChild(document.createElement('div')))
  flushSync(() => root.render(<Deadline />))
})

afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
})

test('[FLOW-10] (ux 19) the arrow keys move by one stop, Home and End to the ends, and never beyond', async () => {
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.tab()
  await expect.element(slider()).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  expect(value()).toBe('18 hours')
  await userEvent.keyboard('{ArrowLeft}{ArrowDown}')
  expect(value()).toBe('6 hours')
  await userEvent.keyboard('{End}{ArrowRight}')
  expect(value()).toBe('4+ days')
  await userEvent.keyboard('{PageDown}')
  expect(value()).toBe('4 days')
  await userEvent.keyboard('{Home}{ArrowLeft}')
  expect(value()).toBe('3 hours')
})

test('(ux 19) Tab reaches − and +, which keys activate, and skips the stops', async () => {
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(value()).toBe('6 hours')
  await userEvent.tab()
  await userEvent.keyboard(' ')
  expect(value()).toBe('12 hours')
  await userEvent.tab()
  await expect.element(slider()).toHaveFocus()
  await userEvent.tab()
  expect(document.activeElement).toBe(document.body)
})

test('(ux 19) a click on a labeled stop selects it', async () => {
  await userEvent.click(page.getByRole('button', { name: '3 days' }))
  expect(value()).toBe('3 days')
})

test('[STATE-18] (ux 19, ux 20) a click, a tap, Home and End select an aged deadline’s stop again', async () => {
  await userEvent.click(page.getByRole('button', { name: '12 hours' }))
  await userEvent.click(page.getByRole('button', { name: '12 hours' }))
  expect(choices).toEqual([2, 2])
  await userEvent.click(slider())
  const middleIndex = choices.at(-1) ?? 0
  await userEvent.click(slider())
  expect(choices).toEqual([2, 2, middleIndex, middleIndex])
  await userEvent.keyboard('{Home}{Home}')
  expect(choices.slice(4)).toEqual([0, 0])
  await userEvent.keyboard('{End}{End}')
  expect(choices.slice(6)).toEqual([8, 8])
})

/** Touch input of the browser's debugging protocol. */
interface Touches {
  send(method: 'Input.dispatchTouchEvent', touch: { type: string; touchPoints: Point[] }): Promise<unknown>
}
interface Point {
  x: number
  y: number
}

const swipe = async (from: Point, distance: Point) => {
  const touches = cdp() as unknown as Touches
  await touches.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  for (const fraction of [0.2, 0.4, 0.6, 0.8, 1]) {
    const point = { x: from.x + distance.x * fraction, y: from.y + distance.y * fraction }
    await touches.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
  }
  await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('(ux 20) a vertical swipe only scrolls the page, a horizontal swipe moves the slider', async () => {
  const below = document.body.appendChild(document.createElement('div'))
  below.style.height = '300vh'
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect()
  const box = slider().element().getBoundingClientRect()
  const pointAt = (fraction: number): Point => ({
    x: frame.left + box.left + box.width * fraction,
    y: frame.top + box.top + box.height / 2,
  })

  await swipe(pointAt(0.26), { x: box.width * 0.71, y: 0 })
  await expect.poll(value).toBe('4+ days')
  await swipe(pointAt(0.5), { x: 0, y: -120 })
  await expect.poll(() => window.scrollY).toBeGreaterThan(0)
  await expect.poll(value).toBe('4+ days')
})

test('[FLOW-10] (ux 19, ux 20) follows a mouse drag, and tells screen readers its name, range and value', async () => {
  const control = slider().element() as HTMLInputElement
  expect(control.type).toBe('range')
  expect([control.min, control.max, control.step]).toEqual(['0', String(labels.length - 1), '1'])
  expect(value()).toBe('12 hours')
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect()
  const box = control.getBoundingClientRect()
  const mouse = cdp() as unknown as Mouse
  const pointAt = (fraction: number) => ({
    x: frame.left + box.left + box.width * fraction,
    y: frame.top + box.top + box.height / 2,
    button: 'left',
    clickCount: 1,
  })
  await mouse.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...pointAt(0.26) })
  for (const fraction of [0.4, 0.6, 0.8])
    await mouse.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...pointAt(fraction) })
  await mouse.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...pointAt(0.995) })
  await expect.poll(value).not.toBe('12 hours')
  // Always on a stop, never between two.
  expect(labels).toContain(value())
  expect(Number.isInteger(Number(control.value))).toBe(true)
})

/** Mouse input of the browser's debugging protocol. */
interface Mouse {
  send(method: 'Input.dispatchMouseEvent', event: { type: string; x: number; y: number }): Promise<unknown>
}
