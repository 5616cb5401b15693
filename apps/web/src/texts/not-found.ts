/** The words for a page that does not exist (PUB-08). */
export const notFoundTexts = {
  title: 'Page not found',
  description: 'This page of Nerdify doesn’t exist.',
  head: 'Page 404',
  headNote: 'Left blank',
  /** Ends with a blank, so that heading and text read as one sentence. */
  oops: 'Ooops.. ',
  lead: "We can't find the page you're looking for.",
  login: 'Log in',
  contactUs: 'Contact us',
} as const
