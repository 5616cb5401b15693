/** Key prefix of order drafts in browser storage; a chosen sign-out clears them (AUTH-23, FLOW-17). */
export const draftPrefix = 'nerdify.draft.'
