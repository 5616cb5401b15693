import { connect } from 'node:net'

/** The outcome of an endless body: the answer, the accepted bytes, and the time of the cut. */
export interface CutOff {
  /** The first line of the answer; empty without one. */
  answer: string
  /** The code of the bucket's error document. */
  code: string | undefined
  /** The written bytes, including those that were still in the connection's buffers. */
  sent: number
  afterMs: number
}

const boundary = 'endless'
const formHead = `POST /nerdify HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: 10000000000\r\n\r\n`
const much = 'x'.repeat(7_000)

/** Ways to send endlessly to the bucket's port: a start, then repeated chunks with pauses. */
export const endlessBodies = {
  'fields without end': {
    first: formHead,
    again: `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n${much}\r\n`,
    everyMs: 0,
  },
  'one field without end': {
    first: `${formHead}--${boundary}\r\nContent-Disposition: form-data; name="policy"\r\n\r\n`,
    again: much,
    everyMs: 0,
  },
  'a part whose headers do not end': {
    first: `${formHead}--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n`,
    again: `x-more: ${much}\r\n`,
    everyMs: 0,
  },
  'something before the first part': { first: formHead, again: `${much}\r\n`, everyMs: 0 },
  'a body where none belongs': {
    first: 'GET /nerdify/x HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n',
    again: `${much.length.toString(16)}\r\n${much}\r\n`,
    everyMs: 0,
  },
  'a form byte by byte': { first: formHead, again: '-', everyMs: 50 },
  'headers byte by byte': { first: 'POST /nerdify HTTP/1.1\r\nhost: localhost\r\nx-long: ', again: 'x', everyMs: 50 },
  'nothing after the headers': { first: formHead, again: '', everyMs: 50 },
} as const satisfies Record<string, { first: string; again: string; everyMs: number }>

/** Sends in one of these ways until the server cuts the connection, for at most `giveUpMs`. */
export function sendEndlessly(
  port: number,
  { first, again, everyMs }: { first: string; again: string; everyMs: number },
  { giveUpMs }: { giveUpMs: number },
): Promise<CutOff> {
  return new Promise((resolve) => {
    const startedAt = performance.now()
    let answer = ''
    let timer: NodeJS.Timeout | undefined
    const line = connect(port, '127.0.0.1')
    const giveUp = setTimeout(() => line.destroy(), giveUpMs)
    const go = () => {
      if (line.destroyed || !line.writable) return
      if (everyMs > 0) {
        if (again !== '') line.write(again)
        timer = setTimeout(go, everyMs)
      } else if (line.write(again)) timer = setTimeout(go)
      else line.once('drain', go)
    }
    line.on('connect', () => {
      line.write(first)
      go()
    })
    line.on('data', (chunk: Buffer) => {
      if (answer.length < 2_000) answer += chunk
    })
    // The server closes the connection while bytes are under way.
    line.on('error', () => undefined)
    line.on('close', () => {
      clearTimeout(giveUp)
      clearTimeout(timer)
      resolve({
        answer: answer.split('\r\n', 1)[0] ?? '',
        code: /<Code>(\w+)/.exec(answer)?.[1],
        sent: line.bytesWritten,
        afterMs: performance.now() - startedAt,
      })
    })
  })
}
