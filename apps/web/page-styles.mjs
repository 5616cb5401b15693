/**
 * What of the one style sheet a page brings with it: the rules of the parts that the page is made of. Everything else comes with the
 * whole sheet, before anything that is loaded later is shown (decision 0027).
 */

/** A class as `vite.config.ts` names it: `Button_primary`. */
const className = /\b[A-Z]\w*_\w+/g

/**
 * The classes that a page, or the code that draws it, can name.
 *
 * @param {readonly string[]} texts HTML and JavaScript
 * @returns {ReadonlySet<string>}
 */
export const classesIn = (texts) => new Set(texts.flatMap((text) => text.match(className) ?? []))

/**
 * The statements of a minified style sheet, each from its prelude to its end.
 *
 * @param {string} css
 * @returns {{ prelude: string, body: string | undefined }[]} `body` is what stands between the braces
 */
function statementsOf(css) {
  /** @type {{ prelude: string, body: string | undefined }[]} */
  const statements = []
  let depth = 0
  let begin = 0
  let open = 0
  let quote = ''
  for (let at = 0; at < css.length; at += 1) {
    const sign = css.charAt(at)
    if (quote !== '') {
      if (sign === '\\') at += 1
      else if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") {
      quote = sign
    } else if (sign === '{') {
      if (depth === 0) open = at
      depth += 1
    } else if (sign === '}') {
      depth -= 1
      if (depth < 0) throw new Error('The style sheet closes what it never opened')
      if (depth === 0) {
        statements.push({ prelude: css.slice(begin, open), body: css.slice(open + 1, at) })
        begin = at + 1
      }
    } else if (sign === ';' && depth === 0) {
      statements.push({ prelude: css.slice(begin, at), body: undefined })
      begin = at + 1
    }
  }
  if (depth !== 0 || quote !== '') throw new Error('The style sheet ends within a rule')
  return statements
}

/**
 * Whether one of the selectors is about these classes alone. A comma within brackets parts it too, which lets more in.
 *
 * @param {string} prelude
 * @param {ReadonlySet<string>} classes
 */
const mayHold = (prelude, classes) =>
  prelude.split(',').some((selector) => (selector.match(className) ?? []).every((name) => classes.has(name)))

/**
 * The rules of `css` that can hold for a page with these classes, in their order. Rules that name no class stay.
 *
 * @param {string} css minified, without comments
 * @param {ReadonlySet<string>} classes
 * @returns {string}
 */
export function stylesFor(css, classes) {
  return statementsOf(css)
    .map(({ prelude, body }) => {
      if (body === undefined) return `${prelude};`
      // A class of the same part may use it.
      if (prelude.startsWith('@keyframes')) return `${prelude}{${body}}`
      if (/^@(layer|media|supports|container)\b/.test(prelude)) {
        const inner = stylesFor(body, classes)
        return inner === '' ? '' : `${prelude}{${inner}}`
      }
      return mayHold(prelude, classes) ? `${prelude}{${body}}` : ''
    })
    .join('')
}
