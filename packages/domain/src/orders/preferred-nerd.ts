import { isPremium } from '../plans/plan-benefits.ts'

/** A Nerd, as a client knows them: a name and a rating of 0 to 5 (OPS-08). */
export interface Nerd {
  name: string
  rating: number
}

/** Whether a client may choose the Nerd of an earlier order: with a premium plan or its trial, and a rated order (SRV-05). */
export function mayPreferNerd({ tags, hasRated }: { tags: readonly string[]; hasRated: boolean }): boolean {
  return hasRated && isPremium(tags)
}

/** Shown where the preferred Nerd is added without saying who (SRV-05). */
export const nerdMissingText = 'Please choose one of your Nerds'
