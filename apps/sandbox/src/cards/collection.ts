import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { resourceMissing } from './api/api-error.ts'
import type { WireObject } from './objects/stored.ts'

/** An object with the fields that only the provider knows. */
export interface Entry<Wire, Hidden> {
  readonly wire: Wire
  readonly hidden: Hidden
}

/** The data stored with an object; `dueAt` (milliseconds) is when the clock must process it next. */
interface EntryData<Hidden> {
  readonly hidden?: Hidden
  readonly dueAt?: number | undefined
}

/** Allowed values by field path; a field without a value is no filter. */
export type Where = Readonly<Record<string, string | readonly string[] | undefined>>

/** The requested page of a list: after an id, and created since a time in seconds. */
export interface Page {
  readonly limit?: number | undefined
  readonly starting_after?: string | undefined
  readonly created?: { readonly gte: number; readonly lt?: number | undefined } | undefined
}

/** A list as the API sends it. */
export interface List<Wire> {
  readonly object: 'list'
  readonly has_more: boolean
  readonly data: readonly Wire[]
}

/** Any object by its id, of any kind: `expand` follows references with it. */
export function findObject(database: DatabaseSync, id: string): WireObject | undefined {
  const row = database.prepare('SELECT wire FROM objects WHERE id = ?').get(id)
  return row && (JSON.parse(String(row['wire'])) as WireObject)
}

/** The objects of one kind. Reads return copies: a change counts after `save`. */
export class Collection<Wire extends WireObject, Hidden = Record<never, never>> {
  readonly #database: DatabaseSync
  readonly #object: Wire['object']

  constructor(database: DatabaseSync, object: Wire['object']) {
    this.#database = database
    this.#object = object
  }

  /** Adds an object. */
  add(wire: Wire, { hidden, dueAt }: EntryData<Hidden> = {}): Wire {
    this.#database
      .prepare('INSERT INTO objects (id, object, wire, hidden, due_at) VALUES (?, ?, ?, ?, ?)')
      .run(wire.id, wire.object, JSON.stringify(wire), JSON.stringify(hidden ?? {}), dueAt ?? null)
    return wire
  }

  /** Replaces an object. Omitted `hidden` stays; without `dueAt` the clock ignores the object. */
  save(wire: Wire, { hidden, dueAt }: EntryData<Hidden> = {}): Wire {
    this.#database
      .prepare('UPDATE objects SET wire = ?, hidden = coalesce(?, hidden), due_at = ? WHERE id = ?')
      .run(JSON.stringify(wire), hidden === undefined ? null : JSON.stringify(hidden), dueAt ?? null, wire.id)
    return wire
  }

  /** Changes fields of an object and returns it; the clock then ignores the object. */
  change(wire: Wire, changes: Partial<Wire>): Wire {
    return this.save({ ...wire, ...changes })
  }

  /** The object with its hidden fields; undefined if none of this kind has the id. */
  find(id: string): Entry<Wire, Hidden> | undefined {
    const query = 'SELECT wire, hidden FROM objects WHERE id = ? AND object = ?'
    const row = this.#database.prepare(query).get(id, this.#object)
    return row && this.#entry(row)
  }

  /**
   * The object with its hidden fields; `param` is the parameter that named the id.
   *
   * @throws {ApiError} resource_missing
   */
  entry(id: string, param = 'id'): Entry<Wire, Hidden> {
    const entry = this.find(id)
    if (!entry) throw resourceMissing(this.#object, id, param)
    return entry
  }

  /** The object without its hidden fields, as {@link entry} finds it. */
  get(id: string, param = 'id'): Wire {
    return this.entry(id, param).wire
  }

  /** The objects that the clock must process by `now` (milliseconds), most overdue first. */
  due(now: number): Entry<Wire, Hidden>[] {
    return this.#database
      .prepare('SELECT wire, hidden FROM objects WHERE due_at <= ? AND object = ? ORDER BY due_at, sequence')
      .all(now, this.#object)
      .map((row) => this.#entry(row))
  }

  /** One page of the objects with these values, newest first. */
  list(where: Where, { limit = 10, starting_after: after, created }: Page = {}): List<Wire> {
    const conditions = ['object = ?']
    const values: SQLInputValue[] = [this.#object]
    const narrow = (condition: string, value: SQLInputValue) => {
      conditions.push(condition)
      values.push(value)
    }
    for (const [field, wanted] of Object.entries(where)) {
      if (wanted === undefined) continue
      narrow(`json_extract(wire, '$.${field}') IN (SELECT value FROM json_each(?))`, JSON.stringify([wanted].flat()))
    }
    if (created !== undefined) narrow("json_extract(wire, '$.created') >= ?", created.gte)
    if (created?.lt !== undefined) narrow("json_extract(wire, '$.created') < ?", created.lt)
    if (after !== undefined) {
      narrow('sequence < (SELECT sequence FROM objects WHERE id = ?)', this.get(after, 'starting_after').id)
    }
    const query = `SELECT wire, hidden FROM objects WHERE ${conditions.join(' AND ')} ORDER BY sequence DESC LIMIT ?`
    const rows = this.#database.prepare(query).all(...values, limit + 1)
    const data = rows.slice(0, limit).map((row) => this.#entry(row).wire)
    return { object: 'list', has_more: rows.length > limit, data }
  }

  #entry(row: Record<string, unknown>): Entry<Wire, Hidden> {
    return { wire: JSON.parse(String(row['wire'])), hidden: JSON.parse(String(row['hidden'])) }
  }
}
