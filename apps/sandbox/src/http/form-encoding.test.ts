import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FormEncodingError, type FormValue, formFromJson, parseForm } from './form-encoding.ts'

/** Writes a value as the SDK does: brackets as they are, lists with their index. */
function write(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => write(each, `${path}[${index}]`))
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, each]) =>
      write(each, path === '' ? encodeURIComponent(name) : `${path}[${encodeURIComponent(name)}]`),
    )
  }
  return [`${path}=${encodeURIComponent(String(value))}`]
}

const name = fc.stringMatching(/^[a-z_][a-z0-9_]{0,8}$/)
const value = fc.letrec<{ any: FormValue }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.string(),
    fc.array(tie('any'), { minLength: 1, maxLength: 3 }),
    fc.dictionary(name, tie('any'), { minKeys: 1, maxKeys: 3 }),
  ),
})).any

test('[SBX-03] what the SDK writes is read back, however it is nested', () => {
  fc.assert(
    fc.property(fc.dictionary(name, value, { maxKeys: 4 }), (form) => {
      const text = write(form, '').join('&')
      fc.pre(text.split('&').every((pair) => pair.split('[').length <= 8))
      expect(JSON.parse(JSON.stringify(parseForm(text)))).toEqual(JSON.parse(JSON.stringify(form)))
    }),
  )
})

test('[SBX-03] lists without an index keep their order, plus signs are blanks', () => {
  expect(parseForm('expand[]=a&expand[]=b&name=O%27Brien+%26+Co')).toEqual({ expand: ['a', 'b'], name: "O'Brien & Co" })
})

test("[SBX-03] names of an object's own machinery are names like any other", () => {
  const form = parseForm('__proto__[admin]=1&constructor[prototype][admin]=1')
  expect(({} as { admin?: string }).admin).toBeUndefined()
  expect(Object.keys(form)).toEqual(['__proto__', 'constructor'])
})

test.each(['a=%', `${'a[b]'.repeat(9)}=1`, 'a=1&a[b]=2'])('[SBX-03] "%s" is refused', (text) => {
  expect(() => parseForm(text)).toThrow(FormEncodingError)
})

test('[SBX-03] JSON reads as the same form would', () => {
  expect(formFromJson({ a: 1, b: [true, null], c: { d: 'e' } })).toEqual(parseForm('a=1&b[0]=true&b[1]=&c[d]=e'))
})
