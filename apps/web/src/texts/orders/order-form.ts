/** The order form. */
export const orderFormTexts = {
  title: 'Tell us the size and the deadline',
  getItDone: 'Get it done',
  notPlaced: 'We couldn’t save your order',

  typeOfTask: 'Type of task',
  subject: 'Subject',
  subjectPlaceholder: 'Type or choose a subject',
  lastSubjects: 'Your last subjects',
  mostChosen: 'Most chosen',
  allSubjects: 'All subjects',

  length: 'Length',
  measure: 'Measure',
  measures: { Pages: 'Pages', Words: 'Words', Slides: 'Slides', Minutes: 'Minutes', Sources: 'Sources' },
  units: { Pages: 'pages', Words: 'words', Slides: 'slides', Minutes: 'minutes', Sources: 'sources' },
  about: (size: string, other: string) => `${size} is about ${other}. 1 page = 300 words.`,
  rounded: (typed: number, words: number) => `We price by the hundred, so we rounded ${typed} up to ${words} words.`,
  slidesHint: 'A title slide and a list of sources count too.',
  timeHint: 'How long the work takes, not when it’s due.',
  hours: (hours: number) => `${hours} h`,
  minutes: (minutes: number) => `${minutes} min`,

  deadline: 'Deadline',
  shortStop: (hours: number, isLast: boolean) => (isLast ? '4+' : hours < 24 ? `${hours}h` : `${hours / 24}d`),
  ready: (date: string) => `Ready ${date}`,
  readyBy: (time: string) => `Ready by ${time}`,
  deadlineSaid: (stop: string, date: string) => `${stop}, ${date}`,
  offerStop: (stop: string) => `Choose ${stop}`,
  saving: (stop: string, total: string, saved: string) => `${stop}: ${total}, save ${saved}`,

  calendar: 'Choose a date',
  calendarNote: 'Dates at least 24 hours ahead. Delivered at 9\u00A0AM Pacific.',
  sooner: (money: string) => `That’s sooner than before, so it costs ${money} more.`,
  loadingCalendar: 'Loading the calendar',
  typedDate: 'Or type a date',
  typedDateFault: 'Please choose a date that the calendar offers',
} as const
