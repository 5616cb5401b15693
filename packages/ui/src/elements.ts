import type { ReactElement } from 'react'

/**
 * Content beside other parts of one element: elements, which may come and go, but no bare text. A browser's translator
 * replaces texts, and then React fails to remove a text, or to insert an element before it (EASE-16).
 */
export type Elements = ReactElement | readonly Elements[] | '' | boolean | null | undefined
