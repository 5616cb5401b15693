/** The words that offer to add the app to the home screen (UI-05). */
export const installTexts = {
  title: 'Keep Nerdify one tap away',
  text: 'Add it to your home screen.',
  add: 'Add',
  steps: 'Tap Share at the edge of the screen, then “Add to Home Screen”.',
} as const
