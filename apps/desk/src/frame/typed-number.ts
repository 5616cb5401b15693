const form = /^\$?\s*(-?(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d*)?)\s*%?$/

/** A typed number, also with thousands separators and a dollar or percent sign; NaN for anything else. */
export const numberOf = (typed: string): number => {
  const digits = form.exec(typed.trim())?.[1]?.replaceAll(',', '')
  return Number(digits || Number.NaN)
}
