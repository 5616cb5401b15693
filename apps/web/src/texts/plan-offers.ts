/** The plan offers in the cabinet (UI-04, SUB-12). */
export const planOfferTexts = {
  bannerTitle: 'Less waiting, better Nerds',
  bannerText: (price: string) => `Plans from ${price} a month: your tasks go first, and a success team has your back.`,
  bannerAction: 'See the plans',
  offerTitle: 'Go premium',
  offerText: (price: string) =>
    `Elite brings a TOP Nerd for every task, 2-hour deadlines, the plagiarism report and a team of your own, for ${price} a month. Cancel anytime.`,
  offerYes: 'See the plans',
  offerNo: 'Not now',
} as const
