import type { ReactElement } from 'react'

/**
 * Content that has siblings: elements, which may come and go, but no bare text. A browser's translator replaces text
 * nodes; React then fails to remove one, or to insert an element before it (EASE-16).
 */
export type Elements = ReactElement | readonly Elements[] | '' | boolean | null | undefined
