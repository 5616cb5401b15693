import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findRefusedRequest, type RefusedRequest, refusedRequestText } from './refused-requests.ts'

const refused: readonly [RefusedRequest, string][] = [
  ['live_exam', 'Take my exam on Monday'],
  ['live_exam', 'I need someone to take my exam'],
  ['live_exam', 'Can you sit my chemistry midterm tomorrow?'],
  ['live_exam', 'please do my online proctored test'],
  ['live_exam', 'Hi! I have calculus. I want you to take my final for me'],
  ['live_exam', 'looking for an expert to take the GRE for me'],
  ['live_exam', 'take this test on my behalf'],
  ['live_exam', 'Take my live quiz for me'],
  ['live_exam', 'Please send me the answers during my exam'],
  ['live_exam', 'TAKE   MY\n EXAM'],
  ['live_exam', 'Notes attached\nTake my exam'],
  ['live_exam', 'ｔａｋｅ ｍｙ ｅｘａｍ'],
  ['live_exam', 'ta\u200bke my\u00a0ex\u00adam'],
  ['course_access', 'Take my online class'],
  ['course_access', 'I need you to complete my statistics course for me'],
  ['course_access', 'Log in to my Canvas account and answer the discussion'],
  ['course_access', 'You will have to login to my Blackboard'],
  ['course_access', 'I will send you my login for the portal'],
  ['course_access', 'Please use my password to open it'],
  ['course_access', 'sign into my course'],
  ['impersonation', 'Attend my Zoom lecture for me'],
  ['impersonation', 'pretend to be me in the discussion'],
  ['impersonation', 'Just pose as me'],
  ['impersonation', 'join my class as me on Friday'],
  ['impersonation', 'You can log in as me'],
]

test.each(refused)('[LAW-05] %s: %j', (request, text) => {
  expect(findRefusedRequest(text)?.request).toBe(request)
})

test.each([
  'I have to take my exam on Monday, please explain integrals to me',
  'Before I take my final I want to understand ANOVA',
  'Help me prepare for my midterm exam',
  'Write an essay about online proctored exams and why students cheat',
  'Discuss whether colleges should make students take the SAT',
  'Take my exam notes and turn them into a summary for me',
  'Take my final draft and edit it for me',
  'Take my test results and explain what I did wrong',
  'Take the class notes and write a summary',
  'Do my homework',
  'Please do my quiz, questions attached',
  'Solve the practice test',
  'Complete the test cases in the attached class',
  'You do not need to log in to my course, everything is attached',
  'Write a program in which users log in to an account',
  'Describe how I log in to my account every morning (reflective essay)',
  'Explain the sign test for medians',
  'Essay on impersonation and identity theft',
  'Act as an editor and correct my essay',
  'The actor must pretend to be mad, as Hamlet does',
  'Write a letter to my class on my behalf',
  'Use my notes',
  'Take a final look at it for me',
  'Log the values in a table',
  'Pass my array to the function in the test class',
  'She gave you my regards',
  'I took my exam last week; correct my answers, please',
  'When you take an exam, stress rises. Analyse this statement',
  '',
])('[LAW-05] nothing is wrong with %j', (text) => {
  expect(findRefusedRequest(text)).toBeUndefined()
})

test('[LAW-05] the sentence names the rule and the words that were typed', () => {
  const found = findRefusedRequest('Hello. Please Take my\n  EXAM tomorrow.')
  expect(found).toEqual({ request: 'live_exam', words: 'Take my EXAM' })
  expect(found && refusedRequestText(found)).toBe(
    'Our honour code does not let us sit an exam or a test for you (“Take my EXAM”). Please rephrase your task: we gladly explain, or help you prepare.',
  )
})

const separators = fc.constantFrom(' ', '  ', '\t', '\u00a0', ' \u200b', ', ', '\u202e ')

test('[LAW-05] a request is found in any case, with any spaces and invisible marks, wherever it stands', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...refused),
      fc.array(separators, { minLength: 12, maxLength: 12 }),
      fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      fc.constantFrom('', 'My essay is about whales.\n', 'Ends with a dot. '),
      ([request, text], spaces, capitals, before) => {
        let space = 0
        let letter = 0
        const varied = [...text]
          .map((sign) => {
            if (sign === ' ') return spaces[space++ % spaces.length]
            return capitals[letter++ % capitals.length] ? sign.toUpperCase() : sign.toLowerCase()
          })
          .join('')
        expect(findRefusedRequest(`${before}${varied}`)?.request).toBe(request)
      },
    ),
  )
})

test('[LAW-05] any text is judged, and what is found is in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const found = findRefusedRequest(text)
      if (found !== undefined) expect(found.words.length).toBeLessThanOrEqual(text.length)
    }),
  )
})

// Work that grew with the square of the length would run out of the test's time.
test.each([
  ['verbs', 'take my '.repeat(12_500)],
  ['names', 'exam test final '.repeat(6_250)],
  ['one word', 'a'.repeat(100_000)],
  ['marks', '\u200b'.repeat(100_000)],
  ['blanks', ' '.repeat(100_000)],
  ['apostrophes', "'".repeat(100_000)],
])('[LAW-05] (abuse 39) 100,000 characters of %s are judged in time', (_, text) => {
  expect(findRefusedRequest(text)).toBeUndefined()
  expect(findRefusedRequest(`${text}. Please take my exam`)?.request).toBe('live_exam')
})
