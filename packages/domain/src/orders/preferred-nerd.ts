import { isPremium } from '../plans/plan-benefits.ts'

/** A Nerd as clients see them: name and rating from 0 to 5 (OPS-08). */
export interface Nerd {
  name: string
  rating: number
}

/**
 * Whether a client may choose the Nerd of an earlier order: needs a premium plan or its trial, and a rated order
 * (SRV-05).
 */
export function mayPreferNerd({ tags, hasRated }: { tags: readonly string[]; hasRated: boolean }): boolean {
  return hasRated && isPremium(tags)
}

/** Shown if the preferred Nerd is added without a name (SRV-05). */
export const nerdMissingText = 'Please choose one of your Nerds'
