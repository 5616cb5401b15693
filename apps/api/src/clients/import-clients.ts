import { maxNicknameLength } from '@nerdify/contract/client.ts'
import type { ClientImport, ImportOutcome } from '@nerdify/contract/client-import.ts'
import { mostTags, tagPattern } from '@nerdify/contract/operations.ts'
import { wordsLine } from '@nerdify/domain/input/one-line.ts'
import { emailLine, isOwnEmail } from '@nerdify/domain/sign-in/email.ts'
import { phoneFaultText } from '@nerdify/domain/sign-in/phone.ts'
import { insertClient } from '../accounts/clients.store.ts'
import { findClientIdByEmail, findClientIdByPhone } from '../accounts/find-client.ts'
import { isSupportAddress } from '../accounts/support-address.ts'
import type { Queries } from '../database/tables.ts'
import { isUniqueViolation, RetryTransaction, rolledBack } from '../database/transaction.ts'
import { uuidv7 } from '../database/uuid.ts'
import { Refusal, unacceptable } from '../http/refusal.ts'
import { canonicalPhone } from '../keys/phone-number.ts'
import { clientIdOfShareCode, createReferralCodes } from '../keys/referral-codes.ts'
import { importBalance } from '../payments/ledger/given-credit.ts'
import { recognizePerson } from '../returning-people/earlier-orders.ts'
import type { Settings } from '../settings.ts'

type Line = ClientImport['lines'][number]

/** A valid line; the balance in cents. */
interface ImportedClient {
  phone: string | null
  email: string | null
  nickname: string | null
  balanceCents: number
  tags: string[]
  shareCode: string | undefined
}

const isTag = new RegExp(tagPattern)
/** A larger balance, in cents, is a mistake in the file. */
const maxBalanceCents = 1_000_000

/**
 * Creates the accounts of some lines in the caller's transaction (OPS-18). A line whose phone or e-mail has an account
 * is `known` and skipped, so a repeat is a no-op. A dry run checks the lines alike and stores nothing.
 */
export async function importClients(
  queries: Queries,
  { lines, dry_run: isDryRun }: ClientImport,
  { now, settings }: { now: number; settings: Settings },
): Promise<ImportOutcome> {
  const run = async () => {
    const results: ImportOutcome['results'] = []
    for (const line of lines) results.push({ line: line.line, ...(await outcomeOf(queries, line, { now, settings })) })
    return { results }
  }
  return isDryRun ? rolledBack(queries, run) : run()
}

type Outcome = Omit<ImportOutcome['results'][number], 'line'>

async function outcomeOf(
  queries: Queries,
  line: Line,
  { now, settings }: { now: number; settings: Settings },
): Promise<Outcome> {
  try {
    const client = readLine(line, settings)
    const owners = [
      client.phone === null ? undefined : await findClientIdByPhone(queries, client.phone),
      client.email === null ? undefined : await findClientIdByEmail(queries, client.email),
    ].filter((id) => id !== undefined)
    if (new Set(owners).size > 1) throw unacceptable('Phone and e-mail belong to two accounts.', 'email')
    if (owners.length > 0) return { outcome: 'known', field: null, reason: null }
    if (client.shareCode !== undefined && (await clientIdOfShareCode(queries, client.shareCode)) !== undefined)
      throw unacceptable('Another account has this referral code.', 'referral_code')
    await create(queries, client, { now, settings })
    return { outcome: 'created', field: null, reason: null }
  } catch (error) {
    // A concurrent request created the same account: the retry finds it.
    if (isUniqueViolation(error)) throw new RetryTransaction()
    if (!(error instanceof Refusal)) throw error
    return { outcome: 'refused', field: String(error.errorValue), reason: error.message }
  }
}

/** Reads a line; 422 at the first wrong field. */
function readLine(line: Line, settings: Pick<Settings, 'supportEmail'>): ImportedClient {
  const cell = (name: keyof Omit<Line, 'line'>) => line[name]?.trim() ?? ''
  const phone = cell('phone') === '' ? null : canonicalPhone(cell('phone'))
  if (phone === undefined) throw unacceptable(phoneFaultText, 'phone')
  const email = cell('email') === '' ? null : emailLine(cell('email'))
  if (email !== null && !isOwnEmail(email)) throw unacceptable('This is not an e-mail address.', 'email')
  if (email !== null && isSupportAddress(settings, email)) throw unacceptable('This is our own address.', 'email')
  if (phone === null && email === null) throw unacceptable('An account needs a phone or an e-mail.', 'phone')
  const nickname = wordsLine(cell('nickname'))
  if (nickname.length > maxNicknameLength)
    throw unacceptable(`A nickname has at most ${maxNicknameLength} characters.`, 'nickname')
  return {
    phone,
    email,
    nickname: nickname || null,
    balanceCents: balanceFrom(cell('balance')),
    tags: tagsFrom(cell('tags')),
    shareCode: shareCodeFrom(cell('referral_code')),
  }
}

function balanceFrom(text: string): number {
  if (text === '') return 0
  const [, dollars, cents = ''] = /^\$?(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (dollars === undefined) throw unacceptable('A balance is an amount in dollars such as 12.50.', 'balance')
  const balance = Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
  if (balance > maxBalanceCents) throw unacceptable('A balance is at most $10,000.', 'balance')
  return balance
}

function tagsFrom(text: string): string[] {
  const tags = [...new Set(text.split(/[\s;,]+/).filter(Boolean))]
  const wrong = tags.find((tag) => !isTag.test(tag))
  if (wrong !== undefined) throw unacceptable('A tag has up to 64 letters, digits and _.:- alone.', 'tags')
  if (tags.length > mostTags) throw unacceptable(`A client has at most ${mostTags} tags.`, 'tags')
  return tags
}

function shareCodeFrom(text: string): string | undefined {
  if (text === '') return undefined
  if (!/^[A-Za-z0-9]{4,32}$/.test(text))
    throw unacceptable('A referral code has 4 to 32 letters and digits.', 'referral_code')
  return text
}

async function create(
  queries: Queries,
  { phone, email, nickname, balanceCents, tags, shareCode }: ImportedClient,
  { now, settings: { secret } }: { now: number; settings: Settings },
): Promise<void> {
  const clientId = uuidv7(now)
  await insertClient(queries, { id: clientId, created_at: new Date(now), phone, email, nickname, tags })
  await recognizePerson(queries, { clientId, person: { phone, email }, secret })
  if (shareCode !== undefined) await createReferralCodes(queries, { clientId, secret, now, shareCode })
  if (balanceCents > 0) await importBalance(queries, { clientId, cents: balanceCents, now })
}
