import { quantityLabel } from '@nerdify/domain/pricing/units.ts'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect, type PeerCertificate } from 'node:tls'
import { answerOf } from './answer-of.ts'

const dayMs = 86_400_000
/** With less left, the renewal failed: proxies renew a month before the end, or when a third of the lifetime is left. */
const leastLeft = { days: 21, share: 1 / 4 }
/** Half a year, in seconds. */
const leastHstsSeconds = 15_552_000

/** An origin for browsers. */
export interface Origin {
  /** Without a trailing slash. */
  url: string
  /** A public path. */
  path: string
  /** Port of its redirect from `http:`. */
  httpPort: number
}

/** Checks an `https:` origin as an outside browser does: certificate, HSTS, and the redirect from `http:` (GO-06). */
export async function lookAtOrigin({ url, path, httpPort }: Origin): Promise<string> {
  const { valid_from: begin, valid_to: end } = await certificateOf(new URL(url))
  const left = Date.parse(end) - Date.now()
  const days = quantityLabel(Math.floor(left / dayMs), 'day', 'days')
  if (left < Math.min(leastLeft.days * dayMs, leastLeft.share * (Date.parse(end) - Date.parse(begin)))) {
    throw new Error(`The certificate of ${url} ends in ${days} and was not renewed`)
  }
  await expectHsts(url + path)
  const plain = await redirectOf(new URL(url), httpPort)
  return `${url} has a certificate for ${days}, and HSTS; ${plain}.`
}

/** The certificate of an origin; rejects if a browser would not trust it. */
async function certificateOf({ hostname, port }: URL): Promise<PeerCertificate> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = connect({ host, port: Number(port || 443), ...(isIP(host) === 0 && { servername: host }) })
  try {
    await once(socket, 'secureConnect')
    return socket.getPeerCertificate()
  } finally {
    socket.destroy()
  }
}

async function expectHsts(url: string): Promise<void> {
  const answer = await answerOf(url)
  if (typeof answer === 'string') throw new Error(`${url} does not answer (${answer})`)
  const seconds = /(?:^|[;\s])max-age="?(\d+)/i.exec(answer.headers.get('strict-transport-security') ?? '')?.[1]
  if (Number(seconds ?? 0) < leastHstsSeconds) throw new Error(`${url} sends no HSTS of half a year or more`)
}

/** The target of `http:`, in words; a closed port is as safe as a redirect. */
async function redirectOf({ hostname }: URL, httpPort: number): Promise<string> {
  const plain = `http://${hostname}${httpPort === 80 ? '' : `:${httpPort}`}/`
  const answer = await answerOf(plain)
  if (typeof answer === 'string') return 'http: is closed'
  const target = answer.headers.get('location')
  if (answer.status >= 300 && answer.status < 400 && target !== null && URL.parse(target)?.protocol === 'https:') {
    return 'http: leads to it'
  }
  throw new Error(`${plain} answers ${answer.status} and does not lead to https`)
}
