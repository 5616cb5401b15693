import type { OperationsConversationsQuery } from '@nerdify/contract/conversations.ts'

/** The lists of conversations; the first is the usual one. */
export const shows = ['waits', 'mine', 'all'] as const
export type Show = (typeof shows)[number]

/** The filter of the address (DESK-04); a list that does not exist is left out, as for no filter. */
export interface ConversationFilter {
  show: Show
  q: string
}

/** The filter that an address has. */
export const filterOf = (search: URLSearchParams): ConversationFilter => ({
  show: shows.find((each) => each === search.get('show')) ?? 'waits',
  q: search.get('q') ?? '',
})

/** The address' query of a filter. */
export function searchOf({ show, q }: ConversationFilter): string {
  const search = new URLSearchParams({ ...(show !== 'waits' && { show }), ...(q !== '' && { q }) })
  return search.size === 0 ? '' : `?${search.toString()}`
}

/** The server's query of a filter. */
export const queryOf = ({ show, q }: ConversationFilter): OperationsConversationsQuery => ({
  ...(show === 'waits' && { waits: 'true' }),
  ...(show === 'mine' && { mine: 'true' }),
  ...(q !== '' && { q }),
})
