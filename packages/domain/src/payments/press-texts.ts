/** The button that pays without a card: from the balance, or if a discount covers everything (SAFE-12, PAY-13). */
export const payFromBalanceText = 'Pay from my balance'
export const placeOrderText = 'Place my order'
/** The button that adds services which earlier payments cover (HOLD-06). */
export const addServicesText = 'Add it to my order'
