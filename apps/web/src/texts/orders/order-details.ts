import type { JobTypeId } from '@nerdify/domain/catalog/job-types.ts'

/** The extra needs of a job type: the hint of its description, and the heading of its files (EASE-10). */
export const taskNeeds: Record<JobTypeId, { hint: string; files: string } | undefined> = {
  writing: undefined,
  editing: {
    hint: 'What should get better: grammar, style, citations, length? Attach your draft below.',
    files: 'Your draft',
  },
  presentation: undefined,
  problems: {
    hint: 'Type the problems here or attach them below, and say which method your class uses.',
    files: 'Your problems',
  },
  quiz: { hint: 'When and where does the quiz open, how long does it last, and what does it cover?', files: 'Files' },
  task: undefined,
}

/** The details step. */
export const orderDetailsTexts = {
  title: 'Give your Nerd the details',
  email: 'E-mail',
  emailHint: 'We’ll write to you here about your order.',
  emailIsFirst: 'Your receipt goes here. To log in by e-mail too, open the link that we sent.',
  emailWaits: 'We sent a link to this address. Open it to confirm. Until then we’ll text you.',
  emailSaved: 'Email Saved',
  didYouMean: 'Did you mean',
  description: 'Task description',
  descriptionHint: 'Instructions, style, sources: paste whatever your teacher gave you.',
  name: 'Name of the task (optional)',
  nameHint: 'Without one, we use the first words above.',
  overtaken: 'This is the newest version',
  overtakenText: 'It changed in another window while you were typing. We kept what you typed.',
  putBack: 'Use what I typed',
  age: 'Your age',
  files: 'Files',
  filesNote: 'optional if you described the task',
  attach: 'Attach a file',
  attachHint: 'Rubrics, photos, slides, drafts',
  continue: 'Continue',
  missingTitle: 'One thing before you pay',
  missing: {
    description: 'Tell your Nerd what to do, in words or with a file.',
    email: 'Tell us your e-mail.',
    honour_code: 'Please read your task: by continuing, you agree to our honor code.',
    age: 'Confirm that you’re 18 or older.',
  },
} as const
