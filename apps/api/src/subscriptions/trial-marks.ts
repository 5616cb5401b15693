import { type Person, personMarks } from '../keys/person-marks.ts'
import type { TrialMark } from './trial-uses.store.ts'

/** What a trial is known again by (SUB-06, abuse 22): the account, and the marks of its person, which outlive it (HOLD-09). */
export function trialMarksOf(secret: string, { clientId, ...person }: Person & { clientId: string }): TrialMark[] {
  return [{ kind: 'client', mark: clientId }, ...personMarks(secret, 'trial', person)]
}
