/** Key prefix of order drafts in browser storage; a chosen sign-out clears them (AUTH-23, FLOW-17). */
export const draftPrefix = 'nerdify.draft.'

/** The browser's database of files chosen before there is a client (DOOR-02); a chosen sign-out deletes it too. */
export const begunFilesDatabase = 'nerdify.begun'
