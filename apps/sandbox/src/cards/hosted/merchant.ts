/** What the merchant entered in the card provider's dashboard: the name that a payer sees. */
export const merchantName = 'Nerdify'
