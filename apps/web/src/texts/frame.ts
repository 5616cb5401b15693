/** The words of the frame around every screen. */
export const productName = 'Nerdify'

export const frameTexts = {
  skip: 'Skip to content',
  offline: 'You are offline. What you type is kept.',
  contactUs: 'Contact us',
  privacyPolicy: 'Privacy Policy',
  terms: 'Terms of Use',
  cookieChoices: 'Cookies',
  cards: 'Cards accepted',

  menu: 'Menu',
  mainMenu: 'Main',
  more: 'More: Contact us, Sign out',
  myTasks: 'My tasks',
  myInfo: 'My info',
  mySubscription: 'My subscription',
  referralLink: 'Get $20 referral link',
  special: 'Special',
  hireANerd: 'Hire a Nerd',
  login: 'Login',
  signOut: 'Sign out',

  brokenTitle: 'Something went wrong',
  brokenLead: 'This page did not load as it should. What you typed is kept.',
  loading: 'Loading the page',
  tryAgain: 'Try again',
  noAnswer: 'We can’t reach Nerdify. Check your connection and try again.',
} as const

/** A date with a time of day, in which no line ends before "AM" or "PM". */
export const unbroken = (dateAndTime: string): string => dateAndTime.replaceAll(/\s(?=[AP]M\b)/g, '\u00a0')
