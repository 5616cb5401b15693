/** The client's consent to marketing messages; stored word for word (LAW-07). */
export const marketingConsentText =
  'Text and e-mail me offers from Nerdify. Optional, not a condition of any purchase. Message and data rates may apply. Reply STOP to end the texts, or use the link in any e-mail.'
