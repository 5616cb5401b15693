import { mailLine, quotedText } from '@nerdify/domain/messages/typed-text.ts'
import { escapeHtml } from '../../http/answers/escape-html.ts'

/** A mail to send: the same content in plain text and in HTML. */
export interface RenderedMail {
  channel: 'email'
  subject: string
  text: string
  html: string
  /** The reply address, if not the default one. */
  replyTo?: string | undefined
}

/** The content of a mail, without its layout. */
export interface MailContent {
  subject: string
  /** The first line, large; by default the subject. */
  heading?: string
  paragraphs: readonly string[]
  /** Facts in two columns; empty ones are omitted (WAIT-03). */
  rows?: readonly (readonly [name: string, value: string])[]
  /** Aligns the second column, which is money, at the end of the line. */
  isMoney?: boolean
  /** The name of the highlighted row: the total. */
  marked?: string
  /** Links below the rows. */
  links?: readonly { label: string; url: string }[]
  /** The main action. */
  action?: { label: string; url: string }
  /** A second action below it. */
  more?: { label: string; url: string } | undefined
  /** The reply address, such as the sender's in mails to staff. */
  replyTo?: string | undefined
  /** Small print below it. */
  notes?: readonly string[]
  /** The page to answer on; for mails to clients. */
  answerUrl?: string
  /** The unsubscribe address; for mails that nobody requested. */
  unsubscribeUrl?: string | undefined
  /** Outsiders' words, with labels: quoted below a rule, after all words of ours (SAFE-11). Empty texts are omitted. */
  quotes?: readonly (readonly [label: string, text: string])[]
}

/** The colors of our screens; mail programs know no CSS variables. */
const look = {
  page: 'margin:0;padding:24px 16px;background:#f7f4eb;color:#1a1c2b',
  sheet:
    'max-width:520px;margin:0 auto;padding:28px 24px;background:#fffefa;border:1px solid #dedaca;border-radius:5px;font:16px/1.5 -apple-system,"Segoe UI",Helvetica,Arial,sans-serif',
  brand: 'margin:0 0 20px;font:700 20px/1 Georgia,serif',
  heading: 'margin:0 0 12px;font:700 24px/1.25 Georgia,serif',
  paragraph: 'margin:0 0 16px',
  button:
    'display:inline-block;padding:13px 22px;border-radius:9px;background:#2138d4;color:#ffffff;font-weight:600;text-decoration:none',
  note: 'margin:16px 0 0;font-size:14px',
  plainLink: 'margin:16px 0 0;font-size:13px;color:#4e5263',
  address: 'overflow-wrap:anywhere',
  cell: 'padding:6px 16px 6px 0;text-align:left;vertical-align:top;font-weight:400',
  value: 'padding:6px 0;text-align:left;vertical-align:top;font-weight:600;overflow-wrap:anywhere',
  money: 'padding:6px 0;text-align:right;vertical-align:top;font-weight:600;white-space:nowrap',
  mark: 'padding:2px 6px;border-radius:4px;background:#ffd34e;color:#1a1c2b',
  rule: 'margin:24px 0 0;border:0;border-top:1px solid #dedaca',
  quote: 'margin:4px 0 0;padding:0 0 0 12px;border-left:3px solid #dedaca;white-space:pre-wrap;overflow-wrap:anywhere',
  foot: 'max-width:520px;margin:16px auto 0;font:13px/1.5 -apple-system,"Segoe UI",Helvetica,Arial,sans-serif;color:#4e5263',
} as const

/** Lays out a mail in text and in HTML; typed text is plain words (abuse 39), and cannot add a row (SAFE-11). */
export function layOutMail(mail: MailContent): RenderedMail {
  const rows = mail.rows?.map(([name, value]) => [name, mailLine(value)] as const).filter(([, value]) => value !== '')
  const quotes = mail.quotes
    ?.filter(([, text]) => text.trim() !== '')
    .map(([label, text]) => [label, quotedText(text)] as const)
  const content = { ...mail, ...(rows !== undefined && { rows }), ...(quotes !== undefined && { quotes }) }
  const { subject, replyTo } = content
  return { channel: 'email', subject, text: textOf(content), html: htmlOf(content), replyTo }
}

/** Prevents a line break within a number such as 4686561-1. */
const unbroken = (html: string) => html.replaceAll(/(\d-)(?=\d)/g, '$1&#8288;')

/** The rule between our words and quoted ones, and its label. */
const rule = '-'.repeat(40)
const ruleText = 'Typed by somebody else. No line below is from us.'

const noRepliesText = 'We don’t read replies to this e-mail.'
const unsubscribeText = 'Don’t want these e-mails?'

function textOf({
  heading,
  paragraphs,
  rows = [],
  links = [],
  action,
  more,
  notes = [],
  answerUrl,
  unsubscribeUrl,
  quotes = [],
}: MailContent): string {
  const parts = [
    ...(heading === undefined ? [] : [heading]),
    ...paragraphs,
    ...(rows.length === 0 ? [] : [rows.map(([name, value]) => `${name}: ${value}`).join('\n')]),
    ...links.map(({ label, url }) => `${label}:\n${url}`),
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    ...(more === undefined ? [] : [`${more.label}:\n${more.url}`]),
    ...notes,
    ...(answerUrl === undefined ? [] : [`To answer, write to us: ${answerUrl}\n${noRepliesText}`]),
    ...(unsubscribeUrl === undefined ? [] : [`${unsubscribeText} ${unsubscribeUrl}`]),
    ...(quotes.length === 0 ? [] : [`${rule}\n${ruleText}`]),
    ...quotes.map(([label, text]) => `${label}:\n${text}`),
  ]
  return `${parts.join('\n\n')}\n`
}

function htmlOf({
  subject,
  heading = subject,
  paragraphs,
  rows = [],
  isMoney = false,
  marked,
  links = [],
  action,
  more,
  notes = [],
  answerUrl,
  unsubscribeUrl,
  quotes = [],
}: MailContent): string {
  const table = rows
    .map(
      ([name, value]) =>
        `<tr><th style="${look.cell}">${escapeHtml(name)}</th><td style="${isMoney ? look.money : look.value}">${name === marked ? `<mark style="${look.mark}">${escapeHtml(value)}</mark>` : escapeHtml(value)}</td></tr>`,
    )
    .join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style='${look.page}'>
<div style='${look.sheet}'>
<p style="${look.brand}">Nerdify</p>
<h1 style="${look.heading}">${unbroken(escapeHtml(heading))}</h1>
${paragraphs.map((paragraph) => `<p style="${look.paragraph}">${escapeHtml(paragraph)}</p>`).join('\n')}
${rows.length === 0 ? '' : `<table role="presentation" style="border-collapse:collapse;margin:0 0 16px${isMoney ? ';width:100%' : ''}">\n${table}\n</table>`}
${links.map(({ label, url }) => `<p style="${look.paragraph}"><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`).join('\n')}
${action === undefined ? '' : `<p style="${look.paragraph}"><a href="${escapeHtml(action.url)}" style="${look.button}">${escapeHtml(action.label)}</a></p>\n<p style="${look.plainLink}">If the button does nothing, copy this address into your browser:<br><span style="${look.address}">${escapeHtml(action.url)}</span></p>`}
${more === undefined ? '' : `<p style="${look.note}"><a href="${escapeHtml(more.url)}">${escapeHtml(more.label)}</a></p>`}
${notes.map((note) => `<p style="${look.note}">${escapeHtml(note)}</p>`).join('\n')}
${quotes.length === 0 ? '' : `<hr style="${look.rule}">\n<p style="${look.note}">${ruleText}</p>`}
${quotes.map(([label, text]) => `<p style="${look.note}">${escapeHtml(label)}:</p>\n<blockquote style="${look.quote}">${escapeHtml(text)}</blockquote>`).join('\n')}
</div>
${answerUrl === undefined ? '' : `<p style='${look.foot}'>To answer, <a href="${escapeHtml(answerUrl)}" style="color:#4e5263">write to us</a>. ${noRepliesText}</p>`}
${unsubscribeUrl === undefined ? '' : `<p style='${look.foot}'>${unsubscribeText} <a href="${escapeHtml(unsubscribeUrl)}" style="color:#4e5263">Unsubscribe</a></p>`}
</body>
</html>
`
}
