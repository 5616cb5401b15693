/** API-01: the words for an answer that is not JSON. */
export const requestJsonErrorText = 'Request JSON error'

/** API-01: the words for a failure that says nothing of itself. */
export const unknownErrorText = 'Unknown error'
