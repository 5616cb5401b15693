/** API-01: the words for an answer that is not JSON. */
export const requestJsonErrorText = 'Request JSON error'

/** API-01: the words for a failure that says nothing of itself. */
export const unknownErrorText = 'Unknown error'

/**
 * The `error_type` of a call that is out of the session's reach (SAFE-03): 422, whatever is or is not there. Confirming with a
 * code, or with a link in a mail, makes a session that reaches it, and the same call then goes through.
 */
export const signInNeeded = 'sign_in_needed'
