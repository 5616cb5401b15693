import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { WrongSettings } from '../settings.ts'
import { geoByDatabase, geoBySetting } from './geo-mmdb.ts'

type Field = string | number | boolean | readonly Field[] | { readonly [key: string]: Field }

/** Encodes a field; each number takes four bytes. */
function encode(field: Field): Buffer {
  const head = (kind: number, size: number) => {
    const short = size < 29 ? size : 29
    const long = size < 29 ? [] : [size - 29]
    return Buffer.from(kind < 8 ? [(kind << 5) | short, ...long] : [short, kind - 7, ...long])
  }
  if (typeof field === 'string') return Buffer.concat([head(2, Buffer.byteLength(field)), Buffer.from(field)])
  if (typeof field === 'boolean') return head(14, field ? 1 : 0)
  if (typeof field === 'number') {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(field)
    return Buffer.concat([head(6, 4), bytes])
  }
  if (Array.isArray(field)) return Buffer.concat([head(11, field.length), ...field.map(encode)])
  const entries = Object.entries(field)
  return Buffer.concat([head(7, entries.length), ...entries.flatMap(([key, value]) => [encode(key), encode(value)])])
}

/** A network of the tests' database: the first bits of its addresses, and its data. */
interface Network {
  bits: string
  data: Field
}

/** A database file: a search tree with records of 24 bits, then the data, then the metadata. */
function databaseFile(kind = 'Test-City'): Buffer {
  interface Node {
    sides: [Node | number | undefined, Node | number | undefined]
    at: number
  }
  const nodes: Node[] = []
  const newNode = () => {
    const node: Node = { sides: [undefined, undefined], at: nodes.length }
    nodes.push(node)
    return node
  }
  const data: Buffer[] = []
  let dataBytes = 0
  const root = newNode()
  for (const network of networks) {
    let node = root
    const path = [...network.bits].map(Number) as (0 | 1)[]
    for (const [depth, side] of path.entries()) {
      if (depth === path.length - 1) {
        node.sides[side] = dataBytes
        continue
      }
      const next = node.sides[side] ?? newNode()
      if (typeof next === 'number') throw new Error('networks overlap')
      node.sides[side] = next
      node = next
    }
    const field = encode(network.data)
    data.push(field)
    dataBytes += field.length
  }
  const value = (side: Node | number | undefined) =>
    side === undefined ? nodes.length : typeof side === 'number' ? nodes.length + 16 + side : side.at
  const tree = Buffer.concat(
    nodes.map(({ sides }) => {
      const [left, right] = [value(sides[0]), value(sides[1])]
      const record = Buffer.alloc(6)
      record.writeUIntBE(left, 0, 3)
      record.writeUIntBE(right, 3, 3)
      return record
    }),
  )
  const metadata = {
    binary_format_major_version: 2,
    build_epoch: 0,
    node_count: nodes.length,
    record_size: 24,
    ip_version: 6,
    database_type: kind,
  }
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
  return Buffer.concat([tree, Buffer.alloc(16), ...data, marker, encode(metadata)])
}

const bitsOf = (...bytes: number[]) => bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')
/** The first 96 bits of an IPv4 address in the tree of IPv6. */
const ipv4Prefix = '0'.repeat(96)
const newYork = { country: { iso_code: 'US' }, subdivisions: [{ iso_code: 'NY', names: { en: 'x'.repeat(40) } }] }

const networks: readonly Network[] = [
  { bits: ipv4Prefix + bitsOf(203, 0, 113), data: newYork },
  { bits: ipv4Prefix + bitsOf(198, 51, 100), data: { country_code: 'DE', is_eu: true } },
  { bits: bitsOf(0x20, 0x01, 0x0d, 0xb8), data: { country: { iso_code: 'FR' } } },
]

const folder = mkdtempSync(join(tmpdir(), 'nerdify-geo-'))
function fileOf(name: string, bytes: Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

describe('[API-08] an address database', () => {
  test('with countries is packaged, and reads IPv4, IPv6 and mapped addresses', () => {
    const geo = geoByDatabase(undefined, geoBySetting(undefined))
    expect(geo.knowsRegions).toBe(false)
    expect(geo.regionOf('8.8.8.8')).toBe('US')
    expect(geo.regionOf('::ffff:8.8.8.8')).toBe('US')
    expect(geo.regionOf('81.2.69.160')).toBe('GB')
    for (const unknown of ['127.0.0.1', '::1', '10.0.0.1', 'fe80::1%eth0', 'nowhere', '']) {
      expect(geo.regionOf(unknown)).toBeUndefined()
    }
  })

  test('[LAW-04] answers a state if it knows it, else the country, else the setting', () => {
    const geo = geoByDatabase(fileOf('city.mmdb', databaseFile()), geoBySetting('NZ'))
    expect(geo.knowsRegions).toBe(true)
    expect(geo.regionOf('203.0.113.7')).toBe('US-NY')
    expect(geo.regionOf('198.51.100.1')).toBe('DE')
    expect(geo.regionOf('192.0.2.1')).toBe('NZ')
    const countries = databaseFile('Test-Country')
    expect(geoByDatabase(fileOf('country.mmdb', countries), geoBySetting(undefined)).knowsRegions).toBe(false)
  })
})

describe('[OPS-07] the start fails with', () => {
  const whole = databaseFile()
  const metadataAt = whole.lastIndexOf('MaxMind.com') - 3

  test.each([
    ['an empty file', Buffer.alloc(0)],
    ['a file of another format', Buffer.from('<html>not found</html>')],
    ['a file without its tree', whole.subarray(metadataAt)],
    ['a file with truncated metadata', whole.subarray(0, -30)],
  ])('%s', (_what, bytes) => {
    const path = fileOf('wrong.mmdb', bytes)
    expect(() => geoByDatabase(path, geoBySetting(undefined))).toThrow(WrongSettings)
  })

  test('a missing file', () => {
    expect(() => geoByDatabase(join(folder, 'nothing.mmdb'), geoBySetting(undefined))).toThrow(
      'GEO_DATABASE must be a file in the MaxMind DB format',
    )
  })
})
