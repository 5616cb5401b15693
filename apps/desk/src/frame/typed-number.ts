/** A typed number, with or without a dollar or percent sign; NaN for anything else. */
export const numberOf = (typed: string): number => Number(typed.trim().replace(/^\$|%$/g, '') || Number.NaN)
