import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A private key and a certificate in PEM, for a TLS server. */
export interface ServerCertificate {
  key: string
  cert: string
}

/** A certificate authority in memory. */
export interface Authority {
  /** Its own certificate in PEM. */
  cert: string
  /** Issues a certificate for a DNS name; `daysLeft` may be negative; it began 100 days ago by default. */
  issue(name: string, daysLeft: number, lifetimeDays?: number): ServerCertificate
}

const dayMs = 86_400_000
/** Creates an authority of this name with an elliptic key. */
export function newAuthority(authorityName = 'Authority of the tests'): Authority {
  const authority = newKeys()
  const certificateOf = (parts: Omit<CertificateParts, 'issuer' | 'signer'>) =>
    pem(certificate({ issuer: authorityName, signer: authority.privateKey, ...parts }))
  // basicConstraints: CA, critical.
  const isAuthority = sequence(
    oid('551d13'),
    der(0x01, Buffer.of(0xff)),
    der(0x04, sequence(der(0x01, Buffer.of(0xff)))),
  )
  return {
    cert: certificateOf({
      subject: authorityName,
      publicKey: authority.publicKey,
      daysLeft: 3650,
      extension: isAuthority,
    }),
    issue(name, daysLeft, lifetimeDays) {
      const keys = newKeys()
      // subjectAltName
      const names = sequence(oid('551d11'), der(0x04, sequence(der(0x82, Buffer.from(name)))))
      return {
        key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        cert: certificateOf({ subject: name, publicKey: keys.publicKey, daysLeft, lifetimeDays, extension: names }),
      }
    },
  }
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' })

interface CertificateParts {
  subject: string
  issuer: string
  publicKey: KeyObject
  signer: KeyObject
  daysLeft: number
  lifetimeDays?: number | undefined
  extension: Buffer
}

/** A certificate of X.509 version 3 in DER (RFC 5280). */
function certificate(parts: CertificateParts): Buffer {
  const { subject, issuer, publicKey, signer, daysLeft, lifetimeDays = 100 + Math.max(daysLeft, 0), extension } = parts
  // ecdsa-with-SHA256
  const algorithm = sequence(oid('2a8648ce3d040302'))
  const end = Date.now() + daysLeft * dayMs
  const content = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(15)])),
    algorithm,
    nameOf(issuer),
    sequence(time(end - lifetimeDays * dayMs), time(end)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  )
  const signature = sign('sha256', content, signer)
  return sequence(content, algorithm, der(0x03, Buffer.concat([Buffer.of(0), signature])))
}

function der(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([Buffer.of(tag, ...sizeOf(body.length)), body])
}

function sizeOf(length: number): number[] {
  if (length < 128) return [length]
  return length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
}

const sequence = (...content: Buffer[]) => der(0x30, ...content)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
/** A name with only its commonName. */
const nameOf = (name: string) => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))))
/** GeneralizedTime, in UTC. */
const time = (at: number) => der(0x18, Buffer.from(`${new Date(at).toISOString().replaceAll(/[-:T]|\..*/g, '')}Z`))

/** OpenSSL refuses an empty line before the end. */
const pem = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${bytes
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n')}\n-----END CERTIFICATE-----\n`
