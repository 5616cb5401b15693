import { Readable } from 'node:stream'
import { agreesWithName, fileTypes } from '@nerdify/domain/files/file-types.ts'
import { supportedMimeTypes } from 'file-type'
import { expect, test } from 'vitest'
import { detectType } from './detect-type.ts'

const detect = (...parts: (string | number[])[]) =>
  detectType(
    Readable.from([
      Buffer.concat([
        ...parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
        Buffer.alloc(300),
      ]),
    ]),
  )

/** The head of a file of Windows Media, up to the type of its first stream. */
const windowsMedia = [
  [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9],
  '\0'.repeat(20),
  [0x91, 0x07, 0xdc, 0xb7, 0xb7, 0xa9, 0xcf, 0x11, 0x8e, 0xe6, 0x00, 0xc0, 0x0c, 0x20, 0x53, 0x65],
  [78, 0, 0, 0, 0, 0, 0, 0],
]
const streamType = [0x4d, 0x5b, 0xcf, 0x11, 0xa8, 0xfd, 0x00, 0x80, 0x5f, 0x5c, 0x44, 0x2b]

test('[FILE-03] what a name may show is what the look at the bytes can find', () => {
  const found = Object.values(fileTypes).flatMap((type) => type.found)
  expect(found.filter((mime) => !supportedMimeTypes.has(mime as never))).toEqual([])
})

test.each<[ending: string, ...parts: (string | number[])[]]>([
  ['pdf', '%PDF-1.7\n'],
  ['doc', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
  ['jfif', [0xff, 0xd8, 0xff, 0xe0]],
  ['heic', [0, 0, 0, 24], 'ftypheic'],
  ['tgz', [0x1f, 0x8b, 8]],
  ['bz2', 'BZh9'],
  ['xz', [0xfd], '7zXZ', [0]],
  ['amr', '#!AMR\n'],
  ['opus', 'OggS', '\0'.repeat(24), 'OpusHead'],
  ['3gp', [0, 0, 0, 24], 'ftyp3gp5'],
  ['mov', [0, 0, 0, 24], 'ftypqt  '],
  ['mpg', [0, 0, 1, 0xba, 0x44]],
  ['wmv', ...windowsMedia, [0xc0, 0xef, 0x19, 0xbc, ...streamType]],
  // The sound of a film may come first.
  ['wmv', ...windowsMedia, [0x40, 0x9e, 0x69, 0xf8, ...streamType]],
  ['wma', ...windowsMedia, [0x40, 0x9e, 0x69, 0xf8, ...streamType]],
])('[FILE-03] the bytes of a .%s show it, and no other name goes with them', async (ending, ...parts) => {
  const found = await detect(...parts)
  expect(found).toBeDefined()
  expect(agreesWithName(`a.${ending}`, found)).toBe(true)
  expect(agreesWithName('a.txt', found)).toBe(false)
})
