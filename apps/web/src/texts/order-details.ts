/** The details step. */
export const orderDetailsTexts = {
  title: 'Give your Nerd the details',
  email: 'E-mail',
  emailHint: 'We write here about your order.',
  emailSaved: 'Email Saved',
  didYouMean: 'Did you mean',
  description: 'Task description',
  descriptionHint: 'Instructions, style, sources: paste whatever your teacher gave you.',
  age: 'Your age',
  files: 'Files',
  filesNote: 'optional if you described the task',
  attach: 'Attach a file',
  attachHint: 'Rubrics, photos, slides, drafts',
  continue: 'Continue',
} as const
