import { createPublicKey } from 'node:crypto'
import type { Settings } from '../settings.ts'

/** Resolves the TXT records of a name, each in its parts; rejects like `node:dns`. */
export type ResolveTxt = (name: string) => Promise<string[][]>

/** Checks whether foreign mail servers accept mail of `MAIL_FROM` as ours: SPF, DKIM and DMARC (GO-06). */
export async function lookAtMailRecords({ from, dkim }: Settings['smtp'], resolveTxt: ResolveTxt): Promise<string> {
  const domain = /@([^\s>]+)/.exec(from)?.[1]?.toLowerCase() ?? from
  const records = async (name: string) => (await textsOf(name, resolveTxt)).map((text) => ({ name, text }))
  expectSpf(
    domain,
    (await records(domain)).map(({ text }) => text),
  )
  if (dkim !== undefined) {
    const name = `${dkim.selector}._domainkey.${dkim.domain}`
    expectDkim(
      name,
      (await records(name)).map(({ text }) => text),
      dkim.privateKey,
    )
    if (!isWithin(domain, dkim.domain) && !isWithin(dkim.domain, domain)) {
      throw new Error(
        `DKIM_DOMAIN is ${dkim.domain} and MAIL_FROM is of ${domain}, so the signature does not count for DMARC`,
      )
    }
  }
  await expectDmarc(domain, resolveTxt)
  const signed = dkim === undefined ? 'the mail server must sign, as DKIM_* are not set' : 'DKIM has our key'
  return `${domain} has SPF and DMARC; ${signed}.`
}

const isWithin = (domain: string, parent: string) => domain === parent || domain.endsWith(`.${parent}`)

/** The TXT records of a name; none if it does not exist. */
async function textsOf(name: string, resolveTxt: ResolveTxt): Promise<string[]> {
  try {
    return (await resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    if (['ENOTFOUND', 'ENODATA'].includes((error as { code?: string }).code ?? '')) return []
    throw error
  }
}

function expectSpf(domain: string, texts: readonly string[]): void {
  const found = texts.filter((text) => /^v=spf1(\s|$)/i.test(text))
  if (found.length !== 1) throw new Error(`${domain} has ${found.length} SPF records, and must have one`)
  if (/\s\+?all(\s|$)/i.test(found[0] ?? '')) throw new Error(`The SPF record of ${domain} lets everybody send`)
}

/** The record must have the public half of our key (RFC 6376). */
function expectDkim(name: string, texts: readonly string[], privateKey: string): void {
  const published = texts.map((text) => /(?:^|;)\s*p=([^;]*)/i.exec(text)?.[1]?.replaceAll(/\s/g, ''))
  const ours = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  if (published.length === 0) throw new Error(`${name} has no DKIM record`)
  if (!published.includes(ours.toString('base64'))) throw new Error(`${name} has another key than DKIM_PRIVATE_KEY`)
}

/** The domain's record or a parent domain's counts (RFC 7489). */
async function expectDmarc(domain: string, resolveTxt: ResolveTxt): Promise<void> {
  const labels = domain.split('.')
  for (let above = 0; above < labels.length - 1; above += 1) {
    const texts = await textsOf(`_dmarc.${labels.slice(above).join('.')}`, resolveTxt)
    if (texts.some((text) => /^v=DMARC1\s*;/i.test(text))) return
  }
  throw new Error(`_dmarc.${domain} has no DMARC record`)
}
