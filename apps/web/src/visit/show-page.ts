import { type ReactNode, startTransition } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { noteServedForm } from './early-input.ts'

/** The event at the root before a page is shown; `/start`, whose script is another, unmounts then. */
export const takeover = 'takeover'

/** Hydrates the prerendered page of a route, which `root` names, or renders in its place. */
export function showPage(root: HTMLElement, route: string | undefined, page: ReactNode): Root {
  root.dispatchEvent(new Event(takeover))
  const isServed = root.dataset.route === route
  if (isServed) noteServedForm(root)
  // It is rendered again if the address leads elsewhere, or if the browser's translator has replaced its texts, because
  // React cannot hydrate the new elements. The page's own content stays until the first screen replaces it.
  let shown = isServed && root.querySelector('font') === null ? undefined : createRoot(root)
  // As a transition React yields to input while it hydrates.
  startTransition(() => {
    if (shown === undefined) shown = hydrateRoot(root, page)
    else shown.render(page)
  })
  return shown as Root
}
