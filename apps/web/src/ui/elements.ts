import type { ReactElement } from 'react'

/**
 * What goes beside other parts of one element: elements, which may come and go, and no bare text. A browser's translator
 * replaces texts, and React then fails to remove a text, or to put an element before it (EASE-16).
 */
export type Elements = ReactElement | readonly Elements[] | '' | boolean | null | undefined
