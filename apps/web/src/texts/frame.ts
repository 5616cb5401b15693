/** The words of the frame around every screen. */
export const productName = 'Nerdify'

export const frameTexts = {
  offline: 'You’re offline. We keep what you type.',
  contactUs: 'Contact us',
  privacyPolicy: 'Privacy Policy',
  terms: 'Terms of Use',
  cookieChoices: 'Cookies',

  menu: 'Menu',
  mainMenu: 'Main',
  more: 'More: Contact us, Sign out',
  myTasks: 'My tasks',
  messages: 'Messages',
  myInfo: 'My info',
  mySubscription: 'My subscription',
  referralLink: 'Get $20 referral link',
  special: 'Special',
  hireANerd: 'Hire a Nerd',
  login: 'Login',
  vipPhone: 'VIP phone',
  signOut: 'Sign out',

  brokenTitle: 'Something went wrong',
  brokenLead: 'This page didn’t load properly. We kept what you typed.',
  loading: 'Loading the page',
  tryAgain: 'Try again',
} as const
