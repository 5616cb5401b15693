/** Staff read this before a contact-page message that no session of the number's client sent (MSG-01). */
export const unprovedSenderText = 'Not signed in: number and address are typed, not proved'
