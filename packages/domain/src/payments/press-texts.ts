/** The buttons that pay an order without a card: from the balance, and where a discount takes all of it (SAFE-12, PAY-13). */
export const payFromBalanceText = 'Pay from my balance'
export const placeOrderText = 'Place my order'
/** The button that adds services to a paid order which what was paid covers already (HOLD-06). */
export const addServicesText = 'Add it to my order'
