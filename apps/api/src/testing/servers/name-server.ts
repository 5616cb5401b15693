import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

const noSuchName = 3
const typeOfText = 16

/** Starts a DNS server of TXT records (RFC 1035); if it is `mute`, it answers no query. */
export async function startNameServer(records: Readonly<Record<string, readonly string[]>>, mute = false) {
  const socket = createSocket('udp4')
  socket.on('message', (query, { address, port }) => {
    if (mute) return
    const question = query.subarray(12, query.indexOf(0, 12) + 5)
    const texts = records[nameIn(question).toLowerCase()]
    const header = Buffer.alloc(12)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(0x8180 | (texts === undefined ? noSuchName : 0), 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(texts?.length ?? 0, 6)
    socket.send(Buffer.concat([header, question, ...(texts ?? []).map(answerWith)]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${(socket.address() as AddressInfo).port}`, end: () => socket.close() }
}

/** The name of a question, whose labels each follow their length. */
function nameIn(question: Buffer): string {
  const labels: string[] = []
  for (let at = 0; question[at]; at += (question[at] ?? 0) + 1) {
    labels.push(question.subarray(at + 1, at + 1 + (question[at] ?? 0)).toString())
  }
  return labels.join('.')
}

/** A record for the name of the question, in parts of at most 255 bytes. */
function answerWith(text: string): Buffer {
  const parts = text.match(/.{1,255}/g) ?? ['']
  const data = Buffer.concat(parts.map((part) => Buffer.concat([Buffer.of(part.length), Buffer.from(part)])))
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(typeOfText, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
