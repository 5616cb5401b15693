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
 * The part that a class belongs to: `Button` of `Button_primary`.
 *
 * @param {string} name
 */
const partOf = (name) => name.slice(0, name.indexOf('_'))

/**
 * The parts whose styles some modules need: those that they, and all that they import, take from a style file. What is imported
 * when it is shown comes with the whole sheet.
 *
 * @param {Readonly<Record<string, readonly string[]>>} imports what each module imports as it is loaded, by their paths
 * @param {readonly string[]} modules
 * @returns {ReadonlySet<string>}
 */
export function partsIn(imports, modules) {
  const seen = new Set(modules)
  // A set goes on with what is added on the way.
  for (const module of seen) {
    const imported = imports[module]
    if (imported === undefined) throw new Error(`The build has no module ${module}`)
    for (const each of imported) seen.add(each)
  }
  return new Set([...seen].flatMap((module) => /([^/]+)\.module\.css$/.exec(module)?.[1] ?? []))
}

/**
 * The classes that the code of these parts can name.
 *
 * @param {readonly string[]} scripts
 * @param {ReadonlySet<string>} parts
 * @returns {ReadonlySet<string>}
 */
export const classesOf = (scripts, parts) => new Set([...classesIn(scripts)].filter((name) => parts.has(partOf(name))))

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
  const parts = new Set([...classes].map(partOf))
  return statementsOf(css)
    .map(({ prelude, body }) => {
      if (body === undefined) return `${prelude};`
      if (prelude.startsWith('@keyframes')) {
        const [named] = prelude.match(className) ?? []
        // A class of the same part may use it.
        return named === undefined || parts.has(partOf(named)) ? `${prelude}{${body}}` : ''
      }
      if (/^@(layer|media|supports|container)\b/.test(prelude)) {
        const inner = stylesFor(body, classes)
        return inner === '' ? '' : `${prelude}{${inner}}`
      }
      return mayHold(prelude, classes) ? `${prelude}{${body}}` : ''
    })
    .join('')
}
