/** The text for a blocked client at each blocked way in (SAFE-04, OPS-11). */
export const blockedText = 'This account is blocked. Please contact us, and we’ll look at it together.'
