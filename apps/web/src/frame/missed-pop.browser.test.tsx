import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, useLocation } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { MissedPop } from './missed-pop.ts'

const address = window.location.href
afterEach(() => window.history.replaceState(null, '', address))

let isBack = false

function Step() {
  const { state } = useLocation() as { state: { step: string } | null }
  return <p>{state?.step}</p>
}

/** Suspends like a large screen, until Back has happened. */
function SlowPart() {
  const end = performance.now() + 10
  while (!isBack && performance.now() < end);
  return null
}

test('[UI-01] (ux 16) Back during the render of the first screen goes back', async () => {
  window.history.replaceState({ key: 'one', idx: 0, usr: { step: 'number' } }, '')
  window.history.pushState({ key: 'two', idx: 1, usr: { step: 'code' } }, '')
  window.addEventListener('popstate', () => (isBack = true), { once: true })
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  startTransition(() =>
    root.render(
      <BrowserRouter>
        <MissedPop />
        <Step />
        {Array.from({ length: 500 }, (_, index) => (
          <SlowPart key={index} />
        ))}
      </BrowserRouter>,
    ),
  )
  setTimeout(() => window.history.back(), 20)
  await expect.element(page.getByText('number')).toBeVisible()
  expect(isBack).toBe(true)
  root.unmount()
})
