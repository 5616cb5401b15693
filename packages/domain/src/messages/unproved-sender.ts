/** What staff read first of a message that no session of the number's client left (MSG-01). */
export const unprovedSenderText = 'Not signed in: number and address are typed, not proved'
