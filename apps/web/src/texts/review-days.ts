/** How long we take; the invisible word joiner keeps a line from ending at the hyphen. */
export const reviewDays = { rating: '1-\u20602 business days', refund: '3-\u20605 business days' } as const
