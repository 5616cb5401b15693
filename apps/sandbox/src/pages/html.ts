const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Markup that is safe to send as it is. */
export interface Html {
  readonly markup: string
}

/** Values of a template: text is escaped; markup and lists of markup are inserted as they are. */
export type HtmlPart = string | number | Html | readonly HtmlPart[] | false | null | undefined

function render(part: HtmlPart): string {
  if (part === false || part === null || part === undefined) return ''
  if (typeof part === 'string' || typeof part === 'number') {
    return String(part).replace(/[&<>"']/g, (character) => escapes[character] ?? '')
  }
  if ('markup' in part) return part.markup
  return part.map(render).join('')
}

/** A template for markup: ``html`<p>${text}</p>` `` escapes the text. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return { markup: strings.reduce((markup, string, index) => markup + render(parts[index - 1]) + string) }
}
