/** The details step. */
export const orderDetailsTexts = {
  title: 'Give your Nerd the details',
  email: 'E-mail',
  emailHint: 'We write here about your order.',
  emailSaved: 'Email Saved',
  didYouMean: 'Did you mean',
  description: 'Task description',
  descriptionHint: 'Instructions, style, sources: paste whatever your teacher gave you.',
  overtaken: 'This is the newest version',
  overtakenText: 'The description was changed in another window while you typed here. We kept what you typed.',
  putBack: 'Use what I typed',
  age: 'Your age',
  files: 'Files',
  filesNote: 'optional if you described the task',
  attach: 'Attach a file',
  attachHint: 'Rubrics, photos, slides, drafts',
  continue: 'Continue',
} as const
