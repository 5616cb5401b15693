/** LAW-02: the minimum age of a client, in years. */
const leastAge = 18

/** The client's confirmation at the first order (LAW-02). */
export const adultText = `I am ${leastAge} or older`

/** Shown if the confirmation is missing; payment requires it (LAW-02). */
export const adultMissingText = `Please confirm that you are ${leastAge} or older`
