import type { LogQuery } from '@nerdify/contract/operations.ts'

/** The filters that the address may have. */
const names = ['person', 'action', 'order', 'client'] as const

export type LogFilter = Partial<Record<(typeof names)[number], string>>

/** The filters of an address. An order and a client exclude each other: the order counts. */
export function filterOf(search: URLSearchParams): LogFilter & LogQuery {
  const { client, ...others }: LogFilter = Object.fromEntries(
    names.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])),
  )
  return others.order === undefined && client !== undefined ? { ...others, client } : others
}

/** The query of an address with these filters; empty ones are left out. */
export const searchOf = (filter: LogFilter): string =>
  new URLSearchParams(names.flatMap((name) => (filter[name] ? [[name, filter[name]]] : []))).toString()

/** Replaces personal or typed values in the log. */
const withheld = 'withheld'

/** The sent fields of a request, as far as the log has them: "event send, deadline 2026-11-27". */
export const sentWords = (request: Readonly<Record<string, unknown>>): string =>
  Object.entries(request)
    .filter(([, value]) => value !== withheld && value !== null && value !== '')
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
