/** API-01: for an answer that is not JSON. */
export const requestJsonErrorText = 'Request JSON error'

/** API-01: for a failure without a text. */
export const unknownErrorText = 'Unknown error'

/**
 * The `error_type` of a call beyond the session's reach (SAFE-03): 422, whether or not the target exists. After a
 * sign-in by code or mailed link the same call succeeds.
 */
export const signInNeeded = 'sign_in_needed'
