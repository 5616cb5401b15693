/** JavaScript for a cold visit of a screen, brotli, in KB of 1000 bytes; the build and `npm run bench` enforce it. */
export const scriptBudgets = { 'sign-in': 95, start: 75, 'order form': 130, cabinet: 120 }
