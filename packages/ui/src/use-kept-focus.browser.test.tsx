import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useKeptFocus } from './use-kept-focus.ts'

let root: Root

const show = (children: ReactNode) => {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  flushSync(() => root.render(children))
}

afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
})

const Kept = ({ children }: { children: ReactNode }) => {
  useKeptFocus({ within: 'article', pauseMs: 100 })
  return children
}

/** A button that its own press removes; `next` takes the focus later, as an effect does. */
function Offer({ movesItself = false }: { movesItself?: boolean }) {
  const [isDone, setDone] = useState(false)
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isDone || !movesItself) return
    const later = setTimeout(() => next.current?.focus(), 20)
    return () => clearTimeout(later)
  }, [isDone, movesItself])
  return (
    <div>
      {!isDone && (
        <button type="button" onClick={() => setDone(true)}>
          Accept
        </button>
      )}
      <button type="button" ref={next}>
        Details
      </button>
    </div>
  )
}

const accept = async () => {
  page.getByRole('button', { name: 'Accept' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Accept' })).not.toBeInTheDocument()
}

test('[UI-07] the focus of a button that its press removes goes to the heading of its part (ux 55)', async () => {
  show(
    <Kept>
      <>
        <h1>My tasks</h1>
        <article>
          <h2>Essay</h2>
          <Offer />
        </article>
      </>
    </Kept>,
  )
  await accept()
  await expect.element(page.getByRole('heading', { name: 'Essay' })).toHaveFocus()
})

test('[UI-07] a part that moves the focus by itself keeps its choice (ux 55)', async () => {
  show(
    <Kept>
      <article>
        <h2>Essay</h2>
        <Offer movesItself />
      </article>
    </Kept>,
  )
  await accept()
  await expect.element(page.getByRole('button', { name: 'Details' })).toHaveFocus()
  await new Promise((resolve) => setTimeout(resolve, 200))
  await expect.element(page.getByRole('button', { name: 'Details' })).toHaveFocus()
})

test('[UI-07] outside of a card the heading of the page, far from the button, takes no focus (ux 55)', async () => {
  show(
    <Kept>
      <main>
        <h1>My tasks</h1>
        <Offer />
      </main>
    </Kept>,
  )
  await accept()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(document.activeElement).toBe(document.body)
})
