import { layOutMail, type RenderedMail } from './mail-layout.ts'

/** The mail with the link that signs in (AUTH-08, AUTH-20). No picture, no pixel: it loads nothing. */
export function signInMail(link: string): RenderedMail {
  return layOutMail({
    subject: 'Your link to Nerdify',
    paragraphs: ['Here is your link to log in. It works once, for 30 minutes.'],
    action: { label: 'Log in to Nerdify', url: link },
    notes: ['You did not ask for it? Then do nothing: without the link nobody gets in.'],
  })
}
