import { dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import { overLimitText } from '@nerdify/domain/staff/staff-rights.ts'
import { Refusal } from '../http/refusal.ts'

/**
 * 403 if an amount and earlier ones are above the limit of the caller's role (OPS-15); cents. A no-op without a limit.
 * Call it under the lock of the limit's subject, so that concurrent calls add up.
 */
export function refuseOverLimit(
  about: Parameters<typeof overLimitText>[0],
  { cents, beforeCents, limitCents }: { cents: number; beforeCents: number; limitCents: number | undefined },
): void {
  if (limitCents === undefined || cents + beforeCents <= limitCents) return
  const text = overLimitText(about, { limitCents, beforeCents })
  throw new Refusal(403, text, { type: 'over_role_limit', value: String(dollarsFromCents(limitCents)) })
}
