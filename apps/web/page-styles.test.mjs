import { expect, test } from 'vitest'
import { classesIn, classesOf, partsIn, stylesFor } from './page-styles.mjs'

const css =
  '@layer reset,parts;@font-face{font-family:"A;}B"}body{margin:0}@layer parts{.Card_box{color:red}.Card_box .Tag_small{color:blue}' +
  '@media (width>=900px){.Tag_small,.Tag_big{color:green}}@keyframes Card_in{to{opacity:1}}}.Tag_big:after{content:"}"}'

test('a page has the rules of its own classes, in their order, and all that name none', () => {
  expect(stylesFor(css, classesIn(['<p class="Card_box">']))).toBe(
    '@layer reset,parts;@font-face{font-family:"A;}B"}body{margin:0}@layer parts{.Card_box{color:red}@keyframes Card_in{to{opacity:1}}}',
  )
})

test('keyframes of parts that a page does not have stay out', () => {
  expect(stylesFor(css, classesIn(['Tag_big']))).not.toContain('@keyframes')
})

const imports = {
  'src/Screen.tsx': ['src/Card.tsx', 'src/Card.module.css'],
  'src/Card.tsx': ['src/Tag.tsx', 'src/Card.module.css', 'src/Screen.tsx'],
  'src/Tag.tsx': ['src/Tag.module.css'],
  'src/Other.tsx': ['src/Other.module.css'],
  'src/Card.module.css': [],
  'src/Tag.module.css': [],
  'src/Other.module.css': [],
}

test('a page has the classes of the parts that its modules import, however its code is put into files', () => {
  const scripts = ['{box:`Card_box`}', '{big:`Tag_big`,other:`Other_box`}']
  expect(classesOf(scripts, partsIn(imports, ['src/Screen.tsx']))).toEqual(new Set(['Card_box', 'Tag_big']))
})

test('a module that does not exist stops the build', () => {
  expect(() => partsIn(imports, ['src/Gone.tsx'])).toThrow('src/Gone.tsx')
})

test('a rule for one of several classes stays as it is', () => {
  expect(stylesFor('.Tag_small,.Tag_big{color:green}', classesIn(['Tag_small']))).toBe(
    '.Tag_small,.Tag_big{color:green}',
  )
})

test('a page that names every class has the whole sheet', () => {
  expect(stylesFor(css, classesIn([css]))).toBe(css)
})

test.each(['.Card_box{color:red', '.Card_box{}}', '.Card_box{content:"}'])(
  'a torn sheet stops the build: %s',
  (torn) => {
    expect(() => stylesFor(torn, new Set())).toThrow('The style sheet')
  },
)
