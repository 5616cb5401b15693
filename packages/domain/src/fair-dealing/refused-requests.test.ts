import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RefusedRequest } from './refused-phrases.ts'
import { findRefusedRequest, refusedRequestText } from './refused-requests.ts'

type Known = 'known miss' | 'known false alarm'

/**
 * What students write, or might write, with the verdict. Sentences that the table misjudges are marked; their number
 * may only fall.
 */
const sentences: readonly [verdict: RefusedRequest | 'allowed', text: string, known?: Known][] = [
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
  ['live_exam', 'Pay someone to take my online exam, how much?'],
  ['live_exam', 'i have exam tomorrow 9am can u do it for me'],
  ['live_exam', 'my final is on friday and i want that you sit it instead of me'],
  ['live_exam', 'need someone write exam for me on 12 december'],
  ['live_exam', 'Could you write my final exam for me on Thursday at noon?'],
  ['live_exam', 'I’d like to hire somebody to pass the TOEFL for me.'],
  ['live_exam', 'Is there anyone who can do my proctored ALEKS exam?'],
  ['live_exam', 'Do my exam for me'],
  ['live_exam', 'pls take my exma tmrw'],
  ['live_exam', 'TAKE MY FINAL EXAM. URGENT!!!'],
  ['live_exam', 'I can’t be there on Tuesday, so please take my stats midterm.'],
  ['live_exam', 'I will text you photos of the questions and you send me the answers during the exam'],
  ['live_exam', 'During my exam on Zoom I will send you screenshots, please answer quickly'],
  ['live_exam', 'I want you to be online during my test and solve the questions'],
  ['live_exam', 'You will take a timed exam for me, 90 minutes, Respondus'],
  ['live_exam', 'My exam is live at 6 pm EST and I need you to solve it in real time.', 'known miss'],
  ['live_exam', 'help me cheat in my exam tomorrow'],
  ['live_exam', 'Please complete my proctored quiz before midnight'],
  ['live_exam', 'Sit the LSAT in my place'],
  ['live_exam', 'Looking for a tutor who can take my nursing exam'],
  ['live_exam', 'I need my exam taken for me'],
  ['live_exam', 'can someone attempt my test on Canvas on 5 May'],
  ['live_exam', 'Can you take the ACT for me next week?'],
  ['live_exam', 'take my final exam remotely for me; I pay well'],
  ['live_exam', 'Answer the questions while I take my exam'],
  ['live_exam', 'Hello take my exam'],
  ['live_exam', 'Write the essay and then take my final exam for me'],
  ['live_exam', 'I can not come so please take my midterm'],
  ['live_exam', 'It is not hard to see why an expert like you must take my exam'],
  ['live_exam', 'Discuss chapter 3. Take my exam on Friday'],
  ['live_exam', 'Discuss chapter 3\n\nTake my exam on Friday'],
  ['live_exam', 'What is to be done is “take my midterm”.'],
  ['course_access', 'Take my online class'],
  ['course_access', 'Whoever it is has to take the class for me'],
  ['course_access', 'complete all quizzes in my McGraw Hill course for me'],
  ['course_access', 'Here are my Canvas credentials'],
  ['course_access', 'Go to my Blackboard and post the answer'],
  ['course_access', 'my password is 12345, please do the tasks', 'known miss'],
  ['course_access', 'I need you to complete my statistics course for me'],
  ['course_access', 'Log in to my Canvas account and answer the discussion'],
  ['course_access', 'You will have to login to my Blackboard'],
  ['course_access', 'I will send you my login for the portal'],
  ['course_access', 'Please use my password to open it'],
  ['course_access', 'sign into my course'],
  ['course_access', 'Do my whole class for me, all 8 weeks'],
  ['course_access', 'Take over my online course please'],
  ['course_access', 'Here is my username and password: jdoe / Hunter2'],
  ['course_access', 'My login is jdoe@uni.edu, the password is Hunter2.'],
  ['course_access', 'I’ll give you my Canvas login'],
  ['course_access', 'i will give you access to my blackboard account'],
  ['course_access', 'Please log on to Moodle and submit the quiz'],
  ['course_access', 'need someone to do my full semester course in WebAssign'],
  ['course_access', 'You’ll find the assignment when you log into my Pearson MyLab account'],
  ['course_access', 'Finish the remaining modules by logging in with my credentials'],
  ['course_access', 'can you enter my student portal and upload the homework'],
  ['course_access', 'Access my Canvas account and finish the week 3 modules'],
  ['course_access', 'Pls do all my class on ALEKS'],
  ['course_access', 'I want to hire someone to take my class'],
  ['course_access', 'Can anyone finish my Coursera course for me?'],
  ['course_access', 'Login details will be provided, complete the quizzes in my portal'],
  ['course_access', 'Please log\r\nin to my Canvas  account'],
  ['course_access', 'You have to sign in with my student ID and do the discussion'],
  ['impersonation', 'you have to be me in the video call'],
  ['impersonation', 'Join my Monday lab meeting and take notes'],
  ['impersonation', 'Attend my Zoom lecture for me'],
  ['impersonation', 'pretend to be me in the discussion'],
  ['impersonation', 'Just pose as me'],
  ['impersonation', 'join my class as me on Friday'],
  ['impersonation', 'You can log in as me'],
  ['impersonation', 'Please sit in on my lecture for me and turn the camera off'],
  ['impersonation', 'Act as me on the call with my professor'],
  ['impersonation', 'I want you to speak as me at the interview'],
  ['impersonation', 'Email my professor as if you were me'],
  ['impersonation', 'Write to my teacher pretending to be me'],
  ['impersonation', 'do the job interview for me on Zoom'],
  ['impersonation', 'Join the Google Meet in my name'],
  ['impersonation', 'Please attend the online seminar on my behalf'],
  ['impersonation', 'impersonate me on the phone with the admissions office'],
  ['impersonation', 'Use my photo and say that you are me'],
  ['allowed', 'I have to take my exam on Monday, please explain integrals to me'],
  ['allowed', 'Before I take my final I want to understand ANOVA'],
  ['allowed', 'Help me prepare for my midterm exam'],
  ['allowed', 'Write an essay about online proctored exams and why students cheat'],
  ['allowed', 'Discuss whether colleges should make students take the SAT'],
  ['allowed', 'Take my exam notes and turn them into a summary for me'],
  ['allowed', 'Take my final draft and edit it for me'],
  ['allowed', 'Take my test results and explain what I did wrong'],
  ['allowed', 'Take the class notes and write a summary'],
  ['allowed', 'Please do my quiz, questions attached'],
  ['allowed', 'Solve the practice test'],
  ['allowed', 'Complete the test cases in the attached class'],
  ['allowed', 'You do not need to log in to my course, everything is attached'],
  ['allowed', 'Write a program in which users log in to an account'],
  ['allowed', 'Describe how I log in to my account every morning (reflective essay)'],
  ['allowed', 'Explain the sign test for medians'],
  ['allowed', 'Essay on impersonation and identity theft'],
  ['allowed', 'Act as an editor and correct my essay'],
  ['allowed', 'The actor must pretend to be mad, as Hamlet does'],
  ['allowed', 'Write a letter to my class on my behalf'],
  ['allowed', 'Take a final look at it for me'],
  ['allowed', 'Pass my array to the function in the test class'],
  ['allowed', 'I took my exam last week; correct my answers, please'],
  ['allowed', 'When you take an exam, stress rises. Analyse this statement'],
  ['allowed', 'This is not a live exam, just a practice sheet.'],
  ['allowed', 'It is homework: nobody has to take a test for me.'],
  ['allowed', 'The ad says “take my exam for me”; analyze its rhetoric.'],
  ['allowed', 'Analyze the slogan "Pay us to take my class".'],
  ['allowed', 'Write an essay titled "Take My Exam: The Rise of Contract Cheating"'],
  ['allowed', 'Essay topic: Should I pay someone to take my online class?'],
  ['allowed', 'Discuss how contract cheating sites promise to sit your exam and log in to your course'],
  ['allowed', 'In the novel a twin offers: “I will take the exam for me and for you.” Explain why'],
  ['allowed', 'Write a short story in which a student asks a stranger to take her exam'],
  ['allowed', 'Continue the dialogue that begins with “Please pretend to be me,” said Viola.'],
  ['allowed', 'Summarize the case: a man was paid to take the SAT for students'],
  ['allowed', 'I teach. Write a policy that says nobody may ask a friend to take my exam.'],
  ['allowed', 'You don’t need to take my exam, only proofread my notes'],
  ['allowed', 'PLEASE DO NOT LOG IN TO MY ACCOUNT; ALL IS ATTACHED'],
  ['allowed', 'Help me prepare for the interview I have on Friday'],
  ['allowed', 'Make me flashcards so that I can pass my exam'],
  ['allowed', 'What should I study to take my finals with confidence?'],
  ['allowed', 'Prepare a mock exam for me'],
  ['allowed', 'Write a practice test for me with 20 questions'],
  ['allowed', 'Please write an exam for my students'],
  ['allowed', 'Design a final exam for my 5th grade class'],
  ['allowed', 'Create a login page for my course project'],
  ['allowed', 'Please code a form where users give you a login and a password'],
  ['allowed', 'Please write a Selenium script that can log in to my test account'],
  ['allowed', 'Take my class diagram and convert it into Java'],
  ['allowed', 'Do my class presentation slides'],
  ['allowed', 'Complete my course reflection paper'],
  ['allowed', 'Attend to my comments in the draft'],
  ['allowed', 'pls explain me old exam, i take my exam next week'],
  ['allowed', 'i must to take my exam in friday, help me understand please'],
  ['allowed', 'The teacher asked me to take my test again; what went wrong in question 4?'],
  ['allowed', 'They let me take my exam at home last year. Reflect on that.'],
  ['allowed', 'I had a panic attack during my exam; write a reflection'],
  ['allowed', 'Please tell me which answers I gave during my exam are wrong'],
  ['allowed', 'Use my login sequence as the example for a UML diagram'],
  ['allowed', 'Join my tables on the student id for me'],
  ['allowed', 'Please make the code pass my tests'],
  ['allowed', 'Take my blood test as an example and explain the values'],
  ['allowed', 'Take the final paragraph and shorten it for me'],
  ['allowed', 'My login and password fields do not line up; find the CSS bug'],
  ['allowed', 'Interview me for practice, then write feedback'],
  ['allowed', 'Do the interview transcript for me'],
  ['allowed', 'Explain the phrase “to sit an exam” in British English'],
  ['allowed', 'Report on phishing: attackers pose as me or as my bank'],
  ['allowed', 'How do I stop someone from using my password?'],
  ['allowed', 'Explain how proxies get caught when they sit the exam for others'],
  ['allowed', 'Survey item: “Would you ask someone to take my exam for me?” Compute the shares'],
  ['allowed', 'Argue whether a student who says\n“Take my exam for me” is worse than one who plagiarizes'],
  ['allowed', 'The narrator begs someone to sit my exam; is she reliable?'],
  ['allowed', 'Write a poem: I pretend to be me, a mask on a mask'],
  ['allowed', 'Give feedback on my lecture for me to use in class'],
  ['allowed', 'In this memoir I learn to be me in a new land'],
  ['allowed', 'I attend my seminar on Fridays; summarize chapter 2'],
  ['allowed', 'Join my class tables in SQL'],
  ['allowed', 'Next week I take my timed quiz, so explain limits to me'],
  ['allowed', 'Complete my proctored quiz review sheet'],
  ['allowed', 'Send me the answers given in the final chapter'],
  ['allowed', 'My friends send snacks while I take my exam'],
  ['allowed', 'Please answer these while I take my exam notes home'],
  ['allowed', 'The server must be online during my test'],
  ['allowed', 'Please be available during my test week'],
  ['allowed', 'I take my class on Mondays, explain topic 4'],
  ['allowed', 'Login to my account page: fix the HTML'],
  ['allowed', 'I log in to Canvas on Mondays; write a reflection'],
  ['allowed', 'Login to Canvas API: write the docs'],
  ['allowed', 'I open my portal and see nothing; write a complaint'],
  ['allowed', 'Open my Canvas export and sort it'],
  ['allowed', 'I can access my account now; write a thank-you mail'],
  ['allowed', 'Enter my account balance into the sheet'],
  ['allowed', 'I use my password on every site, is that safe?'],
  ['allowed', 'I send you my login page; fix the CSS'],
  ['allowed', 'Here is my username and password form, fix the labels'],
  ['allowed', 'Here is my password checker in Java, find the bug'],
  ['allowed', 'Take my messy draft chapter about how schools grade the exam'],
  ['allowed', 'You know I take my exam on Monday, so teach me limits'],
  ['allowed', 'Rules:\nthe new teachers take my exam first'],
  ['allowed', 'Do the take-home exam problems as practice, with explanations'],
  ['allowed', 'Please do my practice test with every step shown'],
  ['allowed', 'Please help me pass my exam'],
  ['allowed', 'We are not asking you to take my test'],
  ['allowed', 'Never use my password in the examples, use foo'],
  ['allowed', 'Write a review of a movie in which a kid hires someone to take the SAT for me-too fame'],
  ['allowed', 'Take my test scores for the regression and fit a line'],
  ['allowed', 'Write a chat app where people send you the password', 'known false alarm'],
]

const refused = sentences.filter(([verdict]) => verdict !== 'allowed')
const allowed = sentences.filter(([verdict]) => verdict === 'allowed')
const verdictOn = (text: string) => findRefusedRequest(text)?.request ?? 'allowed'

test.each(sentences.filter(([, , known]) => known === undefined))('[LAW-05] %s: %j', (verdict, text) => {
  expect(verdictOn(text)).toBe(verdict)
})

test('[LAW-05] misjudges only the marked sentences among more than 150', () => {
  expect(refused.length).toBeGreaterThanOrEqual(75)
  expect(allowed.length).toBeGreaterThanOrEqual(75)
  const misjudged = sentences.filter(([verdict, text]) => verdictOn(text) !== verdict)
  expect(misjudged).toEqual(sentences.filter(([, , known]) => known !== undefined))
  expect(misjudged.length).toBeLessThanOrEqual(3)
})

test('[LAW-05] accepts an empty text', () => {
  expect(verdictOn('')).toBe('allowed')
})

test('[LAW-05] names the rule and the typed words', () => {
  const match = findRefusedRequest('Hello. Please Take my\n  EXAM tomorrow.')
  expect(match).toEqual({ request: 'live_exam', words: 'Take my EXAM' })
  expect(match && refusedRequestText(match)).toBe(
    'Our honor code doesn’t let us take an exam or a test for you (“Take my EXAM”). Please rephrase your task. We’re happy to explain or help you prepare.',
  )
})

const separators = fc.constantFrom(' ', '  ', '\t', '\u00a0', ' \u200b', ', ', '\u202e ', '\u2800', '\u3164')

test('[LAW-05] finds a request in any case, with any spaces and invisible marks, anywhere in the text', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...refused.filter(([, , known]) => known === undefined)),
      fc.array(separators, { minLength: 12, maxLength: 12 }),
      fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      fc.constantFrom('', 'My essay is about whales.\n', 'Ends with a dot. '),
      ([request, text], spaces, capitals, before) => {
        let space = 0
        let letter = 0
        const varied = [...text]
          .map((sign, at) => {
            const between = spaces[space % spaces.length]
            if (sign === ' ') space += 1
            // Skips a comma after a full stop, which nobody types.
            if (sign === ' ') return between === ', ' && !/\p{L}/u.test(text[at - 1] ?? '') ? ' ' : between
            const typed = capitals[letter++ % capitals.length] ? sign.toUpperCase() : sign.toLowerCase()
            return letter % 3 === 0 ? `${typed}\u1160` : typed
          })
          .join('')
        expect(findRefusedRequest(`${before}${varied}`)?.request).toBe(request)
      },
    ),
  )
})

test('[LAW-05] judges any text, and quotes only words from it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const match = findRefusedRequest(text)
      if (match !== undefined) expect(match.words.length).toBeLessThanOrEqual(text.length)
    }),
  )
})

// Quadratic work would exceed the test's timeout.
test.each([
  ['verbs', 'take my '.repeat(12_500)],
  ['names', 'exam test final '.repeat(6_250)],
  ['one word', 'a'.repeat(100_000)],
  ['marks', '\u200b'.repeat(100_000)],
  ['blanks', ' '.repeat(100_000)],
  ['apostrophes', "'".repeat(100_000)],
])('[LAW-05] (abuse 39) judges 100,000 characters of %s in time', (_, text) => {
  expect(findRefusedRequest(text)).toBeUndefined()
  expect(findRefusedRequest(`${text}. Please take my exam`)?.request).toBe('live_exam')
})
