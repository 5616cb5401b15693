import { html } from './html.ts'

const outline = (path: string) => ({
  markup: `<svg class="i" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`,
})

/** Lucide outlines (ISC licence), and the merchant's mark. All are decoration: their meaning stands beside them. */
export const icons = {
  alert: outline(
    '<circle cx="12" cy="12" r="10"/><line x1="12" x2="12" y1="8" y2="12"/><line x1="12" x2="12.01" y1="16" y2="16"/>',
  ),
  back: outline('<path d="m12 19-7-7 7-7"/><path d="M19 12H5"/>'),
  done: outline('<circle cx="12" cy="12" r="10"/><path d="m9 12 2 2 4-4"/>'),
  shield: outline(
    '<path d="M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1z"/>',
  ),
  glasses: html`<svg viewBox="0 0 34 20" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" aria-hidden="true"><circle cx="8.6" cy="11.4" r="6.6"/><circle cx="25.4" cy="11.4" r="6.6"/><path d="M15 9.6c1.2-1.1 2.8-1.1 4 0M2.6 8.2 1.6 3.4M31.4 8.2l1-4.8"/></svg>`,
}
