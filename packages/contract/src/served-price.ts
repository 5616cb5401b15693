/**
 * What the build writes in `/start` where the price of its first choices belongs (DOOR-01); the server replaces it at each
 * request.
 */
export const priceMark = '{{price}}'

/** The built page with these marks, below the folder of the web app. */
export const pricedStartPage = 'shells/start-priced.html'
