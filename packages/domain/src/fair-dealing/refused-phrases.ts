/** Requests that the honor code forbids (LAW-05). */
export type RefusedRequest = 'live_exam' | 'course_access' | 'impersonation'

/**
 * LAW-05: the phrases that we refuse, and their context words. Words are lower case without apostrophes; `|` separates
 * alternatives and `_` joins the words of one alternative.
 */

/** Word lists that phrases reference in angle brackets. */
export const lists = {
  my: 'my|our|all_my',
  any: 'my|our|the|this|that|a|an|all_my',
  instead: 'for_me|for_us|as_me|instead_of_me|on_my_behalf|in_my_behalf|in_my_place|in_my_stead|in_my_name',
  do: 'take|sit|do|complete|finish|ace|attend|attempt',
  exam: 'exam|exams|exma|examination|examinations|midterm|midterms|final|finals|test|tests|viva|sat|gre|gmat|lsat|mcat|toefl|ielts|act',
  watched: 'live|proctored|timed|invigilated|supervised',
  course: 'class|classes|course|courses',
  meeting:
    'class|classes|lecture|lectures|lesson|lessons|seminar|seminars|zoom|meet|meeting|meetings|interview|interviews|viva',
  platform:
    'canvas|blackboard|moodle|portal|brightspace|webassign|mylab|mymathlab|mylabs|aleks|d2l|pearson|cengage|mindtap',
  account: 'account|course|class|lms|school|university|college|profile|student_id',
  secret: 'login|logins|password|passwords|credentials|username|userid',
  log_in: 'log_in|log_into|log_on|login|logon|sign_in|sign_into|signin',
  give: 'give|send|share|provide|text',
  pretend:
    'impersonate|pretend_to_be|pretending_to_be|pretend_youre|pretend_you_are|pretend_that_you_are|pose_as|posing_as|act_as|speak_as|log_in_as|sign_in_as|as_if_you_were|say_that_you_are|say_you_are',
} as const

export interface Phrase {
  request: RefusedRequest
  /**
   * Words and `<lists>` in order. `…` is a name of up to four words, `……` is up to eight words of any kind, `?` marks
   * an optional part, `.` marks a complete noun: "my exam" does not match "my exam notes".
   */
  says: string
  /** Matches only a request to somebody else: "you take my exam", "take my exam", not "I take my exam". */
  addressed?: true
}

/** LAW-05: the refused phrases. If several start with the same word, the first match counts. */
export const phrases: readonly Phrase[] = [
  { request: 'impersonation', says: '<pretend> me' },
  { request: 'impersonation', says: 'be me in|on|at|during', addressed: true },
  { request: 'impersonation', says: 'attend|join|sit|sit_in_on <my> … <meeting>.', addressed: true },
  { request: 'impersonation', says: 'attend|join|sit|sit_in_on <any> … <meeting>. … <instead>' },
  { request: 'impersonation', says: 'do|take <any> … interview|interviews. … <instead>' },

  { request: 'live_exam', says: '<do> <my> … <exam>.', addressed: true },
  { request: 'live_exam', says: '<do> <my> … <watched> … quiz|quizzes.', addressed: true },
  { request: 'live_exam', says: '<do>|pass <any> … <exam>. … <instead>' },
  { request: 'live_exam', says: 'write <my> … <exam>. … <instead>' },
  { request: 'live_exam', says: 'someone|somebody|anyone to? write <exam> <instead>' },
  { request: 'live_exam', says: '<my> … <exam> taken|done|written <instead>' },
  { request: 'live_exam', says: 'have <any>? … <exam> …… <do> it <instead>' },
  { request: 'live_exam', says: '<my> … <exam> …… take|sit it <instead>' },
  { request: 'live_exam', says: '<give> … answers … during|in <any> … <exam>.' },
  { request: 'live_exam', says: 'during <my> … <exam> …… <give> you' },
  { request: 'live_exam', says: 'answer|solve|<give> …… while i take|sit <my> … <exam>.', addressed: true },
  { request: 'live_exam', says: 'be online|available|ready|there during <my> … <exam>.', addressed: true },
  { request: 'live_exam', says: 'help me|us to? cheat' },

  { request: 'course_access', says: '<do>|take_over <my> … <course>.', addressed: true },
  { request: 'course_access', says: '<do> all|every …… <course>. <instead>' },
  { request: 'course_access', says: '<do>|take_over|pass <any> … <course>. … <instead>' },
  {
    request: 'course_access',
    says: '<log_in> to|with|using|on|as? <my> … <account>|<platform>|<secret>.',
    addressed: true,
  },
  { request: 'course_access', says: '<log_in> to|on? <platform>.', addressed: true },
  { request: 'course_access', says: 'logging_in|signing_in to|with|using? <my> … <account>|<platform>|<secret>' },
  { request: 'course_access', says: 'access|enter|go_to|go_into|open <my> … <platform>.', addressed: true },
  { request: 'course_access', says: 'access|enter <my> … account.', addressed: true },
  { request: 'course_access', says: 'use <my> … <secret>.', addressed: true },
  { request: 'course_access', says: '<give> you with? my|our|the … <secret>.' },
  { request: 'course_access', says: '<give> you access to <my> … <account>|<platform>' },
  { request: 'course_access', says: 'here is|are <my> login|username|userid and? password.' },
  { request: 'course_access', says: 'here is|are <my> … password|passwords|credentials.' },
  { request: 'course_access', says: 'my login|username is …… password is' },
  { request: 'course_access', says: 'login|password|credentials details? will_be provided|shared' },
]

/**
 * Words that address somebody else, within a few words before an `addressed` phrase. A line that starts with the phrase
 * addresses its reader.
 */
export const addressees =
  'you|u|someone|somebody|anyone|anybody|nerd|nerds|expert|tutor|writer|helper|please|pls|kindly'

/** Words before the phrase that make it a statement, not a request: "you know when I take my exam". */
export const statementOpeners =
  'i|we|they|he|she|im|ive|ill|id|student|students|user|users|people|learners|how|when|before|if|after|because|help|let|teach|prepare|code|script|program'

/** Words within `…` that change the meaning: "do my practice test". */
export const changesMeaning = 'i|practice|mock|sample|past|old|previous|home|blood|unit|code|and|to|for'

/** Words that may follow a complete noun, besides a comma and the end of the sentence. */
export const allowedFollowers =
  'for|on|at|in|to|and|or|but|as|is|are|it|its|i|im|me|my|this|that|these|next|tomorrow|tmrw|today|tonight|now|asap|please|because|which|when|with|from|by|via|through|instead|while|since|starting|starts|will|if|so|monday|tuesday|wednesday|thursday|friday|saturday|sunday|using|before|after|online|live|remotely|under'

/** Words before a phrase that excuse it, up to `maxDistance` words away, unless one of `endWords` comes between. */
export const excuses: readonly { words: string; maxDistance: number; endWords: string }[] = [
  {
    // The topic of a text, a report or a quotation.
    words:
      'essay|article|story|novel|movie|film|poem|narrator|character|dialogue|slogan|ad|advertisement|headline|titled|topic|survey|policy|phishing|scam|scammer|phrase|says|said|discuss|analyze|analyse|argue|explain|describe|summarize|summarise|compare|evaluate',
    maxDistance: 16,
    endWords: 'and|also|then|but|so|need|want|looking',
  },
  {
    // A prohibition.
    words: 'not|dont|doesnt|never|nobody|without|cannot|cant|wont|shouldnt',
    maxDistance: 5,
    endWords: 'and|also|then|but|so|please|pls|can|could',
  },
]
