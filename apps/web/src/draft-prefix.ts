/** Drafts of orders begin with this; a chosen sign-out clears them (AUTH-23, FLOW-17). */
export const draftPrefix = 'nerdify.draft.'

/** The browser's database of files chosen before there was a client (DOOR-02); it goes with the drafts. */
export const begunFilesDatabase = 'nerdify.begun'
