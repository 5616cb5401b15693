/** The words of the nickname's form. */
export const nicknameTexts = {
  label: 'Nickname',
  hint: 'What we call you when we write to you.',
  submit: 'Submit',
  saving: 'Saving',
  saved: 'Nickname saved',
} as const
