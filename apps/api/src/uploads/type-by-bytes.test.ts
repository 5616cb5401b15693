import { Readable } from 'node:stream'
import { fileFault } from '@nerdify/domain/files/file-limits.ts'
import { bytesFault, refusedFamilies, servedAs } from '@nerdify/domain/files/file-types.ts'
import { supportedMimeTypes } from 'file-type'
import { expect, test } from 'vitest'
import { fileCases } from '../testing/file-cases.ts'
import { typeByBytes } from './type-by-bytes.ts'

/** Yields a file in chunks of `size` bytes. */
function* inParts(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const foundIn = (name: string, bytes: Buffer, size = bytes.length) =>
  typeByBytes(name, () => Readable.from(inParts(bytes, size)))

test('[FILE-03] the bytes of a file reveal every refused type', () => {
  const found = refusedFamilies.flatMap((family) => family.detectedTypes)
  expect(found.filter((type) => !supportedMimeTypes.has(type as never))).toEqual([])
})

test.each(fileCases)('[FILE-03][FILE-07] $name: refused $refused, served $served', async (file) => {
  const { name, bytes, refused, served } = file
  const found = await foundIn(name, bytes)
  const fault = fileFault({ name, size: bytes.length }, 0) ?? bytesFault(name, found)
  if (refused === undefined) expect(fault).toBeUndefined()
  else expect(fault).toContain(refused)
  expect(servedAs(name, found ?? null)).toEqual(served)
})

test('[FILE-03] text is text in parts of any size', async () => {
  const texts = fileCases.filter(({ name }) => /^(excel|marked|mac|emoji|zeros|latin)\./.test(name))
  expect(texts).toHaveLength(6)
  for (const { name, bytes } of texts) {
    const whole = await foundIn(name, bytes)
    for (const size of [1, 2, 3]) expect([name, await foundIn(name, bytes, size)]).toEqual([name, whole])
  }
})

test('[FILE-03] an unreadable file is an error, not a file without a type', async () => {
  const broken = () => {
    const content = new Readable({ read: () => undefined })
    process.nextTick(() => content.destroy(new Error('the bucket fell silent')))
    return content
  }
  await expect(typeByBytes('a.txt', broken)).rejects.toThrow('the bucket fell silent')
  await expect(typeByBytes('a.pdf', broken)).rejects.toThrow('the bucket fell silent')
})
