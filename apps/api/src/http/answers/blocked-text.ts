/** What a blocked client reads at each way that is closed to them (SAFE-04, OPS-11). */
export const blockedText = 'This account is blocked. Please contact us, and we will look at it together.'
