import { isIP } from 'node:net'

/** What stands before the metadata, near the end of the file. */
const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')])
/** Zeros between the tree and the data, in bytes. */
const gap = 16
/** Maps and lists nest no deeper in an address database; a file that does is damaged. */
const deepest = 16

/** A file that is no address database, or a damaged one. */
export class NotAnAddressDatabase extends Error {}

/** The kinds of fields, by their number in the MaxMind DB format 2.0. */
const kinds = { pointer: 1, text: 2, double: 3, bytes: 4, map: 7, signed: 8, list: 11, boolean: 14, float: 15 } as const
/** 16, 32, 64 and 128 bits. */
const unsignedKinds: readonly number[] = [5, 6, 9, 10]

/** An address database in the format of MaxMind DB 2.0, held in memory. */
export interface AddressDatabase {
  /** What the publisher calls its kind, such as `GeoLite2-Country`. */
  kind: string
  /** What it holds of an IP address, undefined for none or for what is no address. */
  find(ipAddress: string): unknown
}

/** Reads such a database; throws {@link NotAnAddressDatabase}. */
export function readAddressDatabase(file: Buffer): AddressDatabase {
  const metadataAt = file.lastIndexOf(marker)
  if (metadataAt < 0) throw new NotAnAddressDatabase('it has no MaxMind DB metadata')
  const metadata = fieldReader(file.subarray(metadataAt + marker.length))(0)
  const nodes = numberIn(metadata, 'node_count')
  const recordBits = numberIn(metadata, 'record_size')
  const isVersion6 = numberIn(metadata, 'ip_version') === 6
  if (![24, 28, 32].includes(recordBits)) throw new NotAnAddressDatabase(`its records have ${recordBits} bits`)
  const nodeBytes = recordBits / 4
  const treeBytes = nodes * nodeBytes
  if (treeBytes + gap > metadataAt) throw new NotAnAddressDatabase('its tree is cut off')
  const fieldAt = fieldReader(file.subarray(treeBytes + gap, metadataAt))

  /** The left (0) or right (1) record of a node. */
  const record = (node: number, side: number): number => {
    const at = node * nodeBytes
    if (recordBits === 24) return file.readUIntBE(at + side * 3, 3)
    if (recordBits === 32) return file.readUInt32BE(at + side * 4)
    const middle = file.readUInt8(at + 3)
    const high = side === 0 ? middle >> 4 : middle & 0x0f
    return high * 0x1000000 + file.readUIntBE(at + side * 4, 3)
  }

  return {
    kind: String((metadata as Record<string, unknown>).database_type ?? ''),
    find(ipAddress) {
      const address = bytesOf(ipAddress)
      if (address === undefined) return undefined
      // A version 4 address stands in a version 6 tree behind 96 zeros.
      const zeros = isVersion6 && address.length === 4 ? 96 : 0
      if (!isVersion6 && address.length === 16) return undefined
      let node = 0
      for (let bit = 0; bit < zeros && node < nodes; bit += 1) node = record(node, 0)
      for (let bit = 0; bit < address.length * 8 && node < nodes; bit += 1) {
        node = record(node, ((address[bit >> 3] as number) >> (7 - (bit & 7))) & 1)
      }
      return node > nodes ? fieldAt(node - nodes - gap) : undefined
    },
  }
}

function numberIn(metadata: unknown, name: string): number {
  const value = (metadata as Record<string, unknown> | null)?.[name]
  if (typeof value !== 'number') throw new NotAnAddressDatabase(`its metadata has no ${name}`)
  return value
}

/** The 4 or 16 bytes of an address; one of version 4 that is written as version 6 counts as what it is. */
function bytesOf(ipAddress: string): Uint8Array | undefined {
  const address = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ipAddress)?.[1] ?? ipAddress.split('%', 1)[0] ?? ''
  const version = isIP(address)
  if (version === 4) return Uint8Array.from(address.split('.'), Number)
  if (version !== 6) return undefined
  const plain = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a, b, c, d] = parts.map(Number) as [number, number, number, number]
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)))
  const [head = '', tail] = plain.split('::')
  const [before, after] = [groups(head), groups(tail ?? '')]
  const all = [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
  return Uint8Array.from(all.flatMap((group) => [group >> 8, group & 0xff]))
}

/** Reads the field that begins at an offset of a data section. */
function fieldReader(data: Buffer): (offset: number) => unknown {
  /** The value, and where the next field begins. */
  const read = (offset: number, depth: number): { value: unknown; next: number } => {
    if (depth > deepest) throw new NotAnAddressDatabase('its data nests too deep')
    const control = data.readUInt8(offset)
    let at = offset + 1
    if (control >> 5 === kinds.pointer) {
      const extra = (control >> 3) & 3
      const high = extra === 3 ? 0 : control & 7
      const target = high * 256 ** (extra + 1) + data.readUIntBE(at, extra + 1)
      const base = [0, 2048, 526_336, 0][extra] as number
      return { value: read(target + base, depth + 1).value, next: at + extra + 1 }
    }
    let kind = control >> 5
    if (kind === 0) {
      kind = 7 + data.readUInt8(at)
      at += 1
    }
    let size = control & 31
    if (size >= 29) {
      const sizeBytes = size - 28
      size = ([29, 285, 65_821][sizeBytes - 1] as number) + data.readUIntBE(at, sizeBytes)
      at += sizeBytes
    }
    if (kind === kinds.map) {
      const map: Record<string, unknown> = {}
      for (let count = 0; count < size; count += 1) {
        const key = read(at, depth + 1)
        const field = read(key.next, depth + 1)
        map[String(key.value)] = field.value
        at = field.next
      }
      return { value: map, next: at }
    }
    if (kind === kinds.list) {
      const list: unknown[] = []
      for (let count = 0; count < size; count += 1) {
        const item = read(at, depth + 1)
        list.push(item.value)
        at = item.next
      }
      return { value: list, next: at }
    }
    if (kind === kinds.boolean) return { value: size === 1, next: at }
    const next = at + size
    if (next > data.length) throw new NotAnAddressDatabase('its data is cut off')
    if (kind === kinds.text) return { value: data.toString('utf8', at, next), next }
    if (kind === kinds.bytes) return { value: data.subarray(at, next), next }
    if (kind === kinds.double) return { value: data.readDoubleBE(at), next }
    if (kind === kinds.float) return { value: data.readFloatBE(at), next }
    if (kind === kinds.signed) return { value: size === 0 ? 0 : data.readIntBE(at, size), next }
    if (unsignedKinds.includes(kind)) {
      const value = [...data.subarray(at, next)].reduce((sum, byte) => sum * 256 + byte, 0)
      return { value, next }
    }
    throw new NotAnAddressDatabase(`it has a field of the unknown kind ${kind}`)
  }
  return (offset) => {
    try {
      return read(offset, 0).value
    } catch (error) {
      if (error instanceof RangeError) throw new NotAnAddressDatabase('its data is cut off')
      throw error
    }
  }
}
