/** The fields that differ after a change, with their old values, as events report them. */
export function previousOf<Wire extends object>(before: Wire, after: Wire): Record<string, unknown> {
  const changed = (Object.keys(before) as (keyof Wire & string)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  return Object.fromEntries(changed.map((field) => [field, before[field]]))
}
