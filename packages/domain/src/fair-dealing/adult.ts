/** LAW-02: the least age of a client, in years. */
const leastAge = 18

/** What a client confirms at the first order (LAW-02). */
export const adultText = `I am ${leastAge} or older`

/** Shown where that is not confirmed yet: nothing can be paid before (LAW-02). */
export const adultMissingText = `Please confirm that you are ${leastAge} or older`
