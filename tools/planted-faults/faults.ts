import { createHash } from 'node:crypto'
import { clientStatuses, systemStatuses } from '@nerdify/domain/orders/order-status.ts'
import { orderEventNames } from '@nerdify/domain/orders/order-progress.ts'
import { parseSync, Visitor } from 'vite'

/** A small fault in the code of one file: another operator, number, name or state. */
export interface Fault {
  /** Path from the root of the repository. */
  file: string
  line: number
  /** The original line without its indentation. */
  code: string
  /** The text that the fault replaces, and its replacement. */
  was: string
  becomes: string
  /** The offset of the text in the file. */
  start: number
  /** The index among identical faults of identical lines. */
  nth: number
}

const operators = new Map(
  Object.entries({
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    '===': '!==',
    '!==': '===',
    '+': '-',
    '-': '+',
    '*': '/',
    '/': '*',
    '%': '*',
    '&&': '||',
    '||': '&&',
    '+=': '-=',
    '-=': '+=',
  }),
)

const names = new Map(
  Object.entries({
    every: 'some',
    some: 'every',
    all: 'any',
    any: 'all',
    ceil: 'floor',
    floor: 'ceil',
    round: 'floor',
    min: 'max',
    max: 'min',
    findLast: 'find',
  }),
)

/** Replaces each name of a state, an event or a kind by the next one of its list. */
const states = new Map(
  [systemStatuses, clientStatuses, orderEventNames].flatMap((list: readonly string[]) =>
    list.map((name, at) => [name, list[(at + 1) % list.length] as string] as const),
  ),
)

/** Conditions with a list of arguments. */
const listCalls = ['all', 'any', 'client', 'system', 'lastOf']

/** All faults that apply to the code of a file. */
export function faultsIn(file: string, source: string): Fault[] {
  const faults: Omit<Fault, 'nth'>[] = []
  const inTypes = new Set<number>()
  const plant = (start: number, was: string, becomes: string) => {
    const lineStart = source.lastIndexOf('\n', start - 1) + 1
    const lineEnd = source.indexOf('\n', start)
    const code = source.slice(lineStart, lineEnd === -1 ? undefined : lineEnd).trim()
    faults.push({ file, line: source.slice(0, start).split('\n').length, code, was, becomes, start })
  }
  const plantOperator = (node: { operator: string; left: { end: number }; right: { start: number } }) => {
    const becomes = operators.get(node.operator)
    if (becomes !== undefined) plant(source.indexOf(node.operator, node.left.end), node.operator, becomes)
  }

  /** Whether the file imports a function, so that a call of it compiles. */
  const isImported = (name: string) => new RegExp(`^import .*\\b${name}\\b`, 'm').test(source)

  new Visitor({
    TSLiteralType: ({ literal }) => void inTypes.add(literal.start),
    BinaryExpression: plantOperator,
    LogicalExpression: plantOperator,
    AssignmentExpression: plantOperator,
    UnaryExpression({ operator, start }) {
      if (operator === '!') plant(start, '!', '')
    },
    CallExpression({ callee, arguments: args }) {
      const name = callee.type === 'MemberExpression' ? callee.property : callee
      if (name.type !== 'Identifier') return
      const becomes = names.get(name.name)
      if (becomes !== undefined && (callee !== name || isImported(becomes))) plant(name.start, name.name, becomes)
      if (name.name === 'not') plant(name.start, 'not', '')
      if (!listCalls.includes(name.name) || args.length < 2) return
      for (const [at, { start: from, end: until }] of args.entries()) {
        const next = args[at + 1]
        const last = args[at - 1]
        if (next !== undefined) plant(from, source.slice(from, next.start), '')
        else if (last !== undefined) plant(last.end, source.slice(last.end, until), '')
      }
    },
    Literal({ value, start, end, raw }) {
      if (inTypes.has(start) || raw === null) return
      const was = source.slice(start, end)
      if (typeof value === 'boolean') plant(start, was, String(!value))
      if (typeof value === 'number') for (const other of [value + 1, value - 1]) plant(start, was, `(${other})`)
      const state = typeof value === 'string' ? states.get(value) : undefined
      if (state !== undefined) plant(start, was, `'${state}'`)
    },
  }).visit(parseSync(file, source).program)

  const counts = new Map<string, number>()
  return faults.map((fault) => {
    const same = JSON.stringify([fault.code, fault.was, fault.becomes])
    const nth = counts.get(same) ?? 0
    counts.set(same, nth + 1)
    return { ...fault, nth }
  })
}

/** The code of a file with the fault. */
export const withFault = (source: string, { start, was, becomes }: Fault): string =>
  source.slice(0, start) + becomes + source.slice(start + was.length)

/**
 * A reproducible random sample of the faults. The rank of a fault depends only on its own code, so a change elsewhere
 * keeps it in the sample.
 */
export function sampleFaults(faults: readonly Fault[], { most, seed }: { most: number; seed: string }): Fault[] {
  const rank = ({ file, code, was, becomes, nth }: Fault) =>
    createHash('sha256')
      .update(JSON.stringify([seed, file, code, was, becomes, nth]))
      .digest('hex')
  const ranked = faults.map((fault) => ({ fault, rank: rank(fault) }))
  return ranked
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, most)
    .map(({ fault }) => fault)
}
