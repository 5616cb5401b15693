import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { invalidParameter, resourceMissing } from './api/api-error.ts'
import type { WireObject } from './objects/stored.ts'

/** An object with what only the provider knows of it. */
export interface Entry<Wire, Hidden> {
  readonly wire: Wire
  readonly hidden: Hidden
}

/** Which page of a list is wanted. The cursors are ids, times are seconds. */
export interface Page {
  readonly limit?: number | undefined
  readonly starting_after?: string | undefined
  readonly ending_before?: string | undefined
}

/** A list as the API sends it. */
export interface List<Wire> {
  readonly object: 'list'
  readonly url: string
  readonly has_more: boolean
  readonly data: readonly Wire[]
}

/** A condition of a list in SQL over `wire`, the JSON of the object. */
export interface Condition {
  readonly sql: string
  readonly values: readonly SQLInputValue[]
}

/** True for objects whose field has the value; no condition when the value is left out. */
export function whereField(field: string, value: string | undefined): readonly Condition[] {
  return value === undefined ? [] : [{ sql: `json_extract(wire, '$.${field}') = ?`, values: [value] }]
}

/** True for objects one of whose fields has one of the values; no condition when they are left out. */
export function whereFieldIn(field: string, values: readonly string[] | undefined): readonly Condition[] {
  if (values === undefined) return []
  const sql = `json_extract(wire, '$.${field}') IN (SELECT value FROM json_each(?))`
  return [{ sql, values: [JSON.stringify(values)] }]
}

/** Any object by its id, whatever it is: for `expand`, which follows references. */
export function findObject(database: DatabaseSync, id: string): WireObject | undefined {
  const row = database.prepare('SELECT wire FROM objects WHERE id = ?').get(id)
  return row && (JSON.parse(String(row['wire'])) as WireObject)
}

/** The objects of one kind. Reads give copies: a change counts once it is saved. */
export class Collection<Wire extends WireObject, Hidden = Record<never, never>> {
  readonly #database: DatabaseSync
  readonly #object: Wire['object']

  constructor(database: DatabaseSync, object: Wire['object']) {
    this.#database = database
    this.#object = object
  }

  /** Adds an object. `dueAt` (milliseconds) is when the clock must look at it next. */
  add(wire: Wire, hidden: Hidden, dueAt?: number): Entry<Wire, Hidden> {
    this.#database
      .prepare('INSERT INTO objects (id, object, wire, hidden, due_at) VALUES (?, ?, ?, ?, ?)')
      .run(wire.id, wire.object, JSON.stringify(wire), JSON.stringify(hidden), dueAt ?? null)
    return { wire, hidden }
  }

  /** The object by its id, or undefined when none of this kind has it. */
  find(id: string): Entry<Wire, Hidden> | undefined {
    const row = this.#database
      .prepare('SELECT wire, hidden FROM objects WHERE id = ? AND object = ?')
      .get(id, this.#object)
    return row && this.#entry(row)
  }

  /**
   * The object by its id.
   *
   * @param param the parameter that named the id, for the refusal.
   * @throws {ApiError} resource_missing
   */
  get(id: string, param = 'id'): Entry<Wire, Hidden> {
    const entry = this.find(id)
    if (!entry) throw resourceMissing(this.#object, id, param)
    return entry
  }

  /** Replaces an object; without `dueAt` the clock has no more business with it. */
  save(wire: Wire, hidden: Hidden, dueAt?: number): Entry<Wire, Hidden> {
    this.#database
      .prepare('UPDATE objects SET wire = ?, hidden = ?, due_at = ? WHERE id = ?')
      .run(JSON.stringify(wire), JSON.stringify(hidden), dueAt ?? null, wire.id)
    return { wire, hidden }
  }

  /** The objects that the clock must look at by `now` (milliseconds), the most overdue first. */
  due(now: number): Entry<Wire, Hidden>[] {
    return this.#database
      .prepare('SELECT wire, hidden FROM objects WHERE due_at <= ? AND object = ? ORDER BY due_at, sequence')
      .all(now, this.#object)
      .map((row) => this.#entry(row))
  }

  /** Whether the clock must look at one of them by `now` (milliseconds). */
  isDue(now: number): boolean {
    const due = 'SELECT 1 FROM objects WHERE due_at <= ? AND object = ? LIMIT 1'
    return this.#database.prepare(due).get(now, this.#object) !== undefined
  }

  /** One page of the objects that meet all conditions, the newest first. */
  list(url: string, conditions: readonly Condition[], page: Page): List<Wire> {
    if (page.starting_after !== undefined && page.ending_before !== undefined) {
      throw invalidParameter('You can only use one of starting_after and ending_before.', 'ending_before')
    }
    const limit = page.limit ?? 10
    const backwards = page.ending_before !== undefined
    const all = [...conditions, ...this.#cursor(page)]
    const rows = this.#database
      .prepare(
        `SELECT wire, hidden FROM objects WHERE object = ?${all.map(({ sql }) => ` AND ${sql}`).join('')}
         ORDER BY sequence ${backwards ? 'ASC' : 'DESC'} LIMIT ?`,
      )
      .all(this.#object, ...all.flatMap(({ values }) => values), limit + 1)
    const data = rows.slice(0, limit).map((row) => this.#entry(row).wire)
    return { object: 'list', url, has_more: rows.length > limit, data: backwards ? data.toReversed() : data }
  }

  #cursor(page: Page): readonly Condition[] {
    const [name, id, comparison] =
      page.starting_after === undefined
        ? ['ending_before', page.ending_before, '>']
        : ['starting_after', page.starting_after, '<']
    if (id === undefined) return []
    const row = this.#database.prepare('SELECT sequence FROM objects WHERE id = ? AND object = ?').get(id, this.#object)
    if (!row) throw resourceMissing(this.#object, id, name as string)
    return [{ sql: `sequence ${comparison} ?`, values: [row['sequence'] as number] }]
  }

  #entry(row: Record<string, unknown>): Entry<Wire, Hidden> {
    return { wire: JSON.parse(String(row['wire'])), hidden: JSON.parse(String(row['hidden'])) }
  }
}
