import { type ReactNode, startTransition } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { noteServedForm } from './early-input.ts'

/** Fired at the root before a page shows; the script of `/start` then unmounts its own page. */
export const takeover = 'takeover'

/** Hydrates the prerendered page if `root` names the same route; otherwise renders the page in its place. */
export function showPage(root: HTMLElement, route: string | undefined, page: ReactNode): Root {
  root.dispatchEvent(new Event(takeover))
  const isServed = root.dataset.route === route
  if (isServed) noteServedForm(root)
  // The page renders from scratch if the address names another route, the browser's translator has replaced texts, or
  // the page has a part for each kind of visitor: React cannot hydrate these. The prerendered content stays until the
  // first screen replaces it.
  let reactRoot = isServed && root.querySelector('font, [data-for]') === null ? undefined : createRoot(root)
  // In a transition, React yields to input while it hydrates.
  startTransition(() => {
    if (reactRoot === undefined) reactRoot = hydrateRoot(root, page)
    else reactRoot.render(page)
  })
  return reactRoot as Root
}
