/**
 * The placeholder in the built `/start` page; at each request the server replaces it with the price of the first choices
 * (DOOR-01).
 */
export const pricePlaceholder = '{{price}}'

/** The path of the built page with the placeholder, relative to the web app's folder. */
export const pricedStartPage = 'shells/start-priced.html'
