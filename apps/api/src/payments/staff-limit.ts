import { dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import { overLimitText } from '@nerdify/domain/staff/staff-rights.ts'
import { Refusal } from '../http/refusal.ts'

/**
 * 403 if an amount and what was given before are above the limit of the caller's role (OPS-15); cents. Without a limit
 * it is a no-op. Call it under the lock of what the limit is about, so that concurrent calls add up.
 */
export function refuseOverLimit(
  about: Parameters<typeof overLimitText>[0],
  { cents, beforeCents, limitCents }: { cents: number; beforeCents: number; limitCents: number | undefined },
): void {
  if (limitCents === undefined || cents + beforeCents <= limitCents) return
  const text = overLimitText(about, { limitCents, beforeCents })
  throw new Refusal(403, text, { type: 'over_role_limit', value: String(dollarsFromCents(limitCents)) })
}
