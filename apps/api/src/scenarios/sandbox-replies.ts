/** The saved replies of the sandbox (DESK-04). */
export const sandboxReplies = [
  {
    name: 'Work on its way',
    text: 'Hi {client}, {nerd} is working on {title}. It’s due {deadline}.',
  },
  {
    name: 'Files, please',
    text: 'Hi {client}, please add the readings and the instructions to order {order}, so that we can start right away.',
  },
  {
    name: 'Free revision',
    text: 'Sorry about that, {client}. Press “Ask for a revision” on order {order} and say what should change. It’s free.',
  },
  { name: 'Thanks', text: 'You’re welcome, {client}! Good luck.' },
] as const
