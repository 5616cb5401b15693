import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, useLocation } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { PageRouter, useLocation as useStartLocation } from '../start/router.tsx'
import { MissedPop } from './missed-pop.ts'

const address = window.location.href
afterEach(() => window.history.replaceState(null, '', address))

let isBack = false

const Step = ({ state }: { state: unknown }) => <p>{(state as { step: string } | null)?.step}</p>

/** Suspends like a large screen, until Back has happened. */
function SlowPart() {
  const end = performance.now() + 10
  while (!isBack && performance.now() < end);
  return null
}

const SlowParts = () => Array.from({ length: 500 }, (_, index) => <SlowPart key={index} />)

function ScreenOfApp() {
  return (
    <>
      <MissedPop />
      <Step state={useLocation().state} />
      <SlowParts />
    </>
  )
}

/** Below the router of `/start`, which replays by itself. */
function ScreenOfStart() {
  return (
    <>
      <Step state={useStartLocation().state} />
      <SlowParts />
    </>
  )
}

test.each([
  ['the app', <ScreenOfApp key="app" />],
  ['/start', <PageRouter key="start" screens={[ScreenOfStart]} leave={() => undefined} />],
])('[UI-01] (ux 16) Back during the render of the first screen of %s goes back', async (_, firstScreen) => {
  isBack = false
  window.history.replaceState({ key: 'one', idx: 0, usr: { step: 'number' } }, '')
  window.history.pushState({ key: 'two', idx: 1, usr: { step: 'code' } }, '')
  window.addEventListener('popstate', () => (isBack = true), { once: true })
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  startTransition(() => root.render(<BrowserRouter>{firstScreen}</BrowserRouter>))
  setTimeout(() => window.history.back(), 20)
  await expect.element(page.getByText('number')).toBeVisible()
  expect(isBack).toBe(true)
  root.unmount()
})
