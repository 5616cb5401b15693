/** My info: balance, e-mail, data and account. */
export const myInfoTexts = {
  title: 'My info',
  loading: 'Loading your info',
  failedTitle: 'We couldn’t load your info',
  tryAgain: 'Try again',

  balance: 'Balance',
  balanceNote: 'Bonuses and credited tips',
  history: 'History of your balance',
  historyEmpty: 'Nothing has changed your balance yet.',
  historyLoading: 'Loading the history',
  historyFailed: 'We couldn’t load the history',
  showMore: 'Show more',
  order: (number: string) => `order ${number}`,

  email: 'E-mail',
  emailMissing: 'Enter your e-mail: we write there about your tasks.',
  submit: 'Submit',
  saving: 'Saving',
  emailSaved: 'Email Saved',
  didYouMean: 'Did you mean',

  data: 'Your data and account',
  dataNote: 'One file with everything we keep of you: your account, tasks, payments and messages.',
  download: 'Download my data',
  downloading: 'Preparing',
  downloaded: 'Your data is in your downloads.',
  downloadFailed: 'We couldn’t prepare your data',
  dataFile: 'nerdify-my-data.json',

  deleteAccount: 'Delete my account',
  deleteTitle: 'Delete your account?',
  deleteText: (days: number) =>
    `We delete it in ${days} days. Until then you can sign in and keep it. After that nobody can bring it back.`,
  deleteGoes: 'Your tasks, files, e-mail and phone number are erased, also of tasks that are still in work.',
  deleteBalance: (balance: string) => `Your balance of ${balance} is lost.`,
  deleteStays: 'We keep the records of payments, without your name or contacts.',
  deleteYes: 'Yes, delete my account',
  deleteNo: 'Keep my account',
  deleting: 'Saving',
  deleteDue: 'Your account will be deleted',
  deleteDueOn: (day: string) => `On ${day} everything personal is erased. You can take this back until then.`,
  kept: 'Your account stays.',

  signOut: 'Sign out',
} as const
