import { randomUUID } from 'node:crypto'

let lastAt = 0
let count = 0

/**
 * A UUIDv7: begins with the time (epoch milliseconds) and a counter, so that later keys of this process sort later,
 * also within the same millisecond and with keys of another one between them; the rest is random.
 */
export function uuidv7(now: number): string {
  // Half of its 12 bits remain for the keys of one millisecond.
  count = now !== lastAt && count > 0x7ff ? 0 : (count + 1) & 0xfff
  lastAt = now
  const time = now.toString(16).padStart(12, '0')
  // The rest, with its variant, comes from a random UUID.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}-${randomUUID().slice(19)}`
}

/** The least key of an instant (epoch milliseconds): all keys of that instant or later follow. */
export function firstUuidOf(at: number): string {
  const time = Math.max(0, at).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

/** When a key was created, in epoch milliseconds; undefined if it is no UUIDv7. */
export function timeOfUuid(id: string): number | undefined {
  return isUuid(id) && id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined
}

/** Whether a text has the form of a key; other texts need no lookup. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text)
}
