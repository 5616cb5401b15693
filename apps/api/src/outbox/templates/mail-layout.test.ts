import { expect, test } from 'vitest'
import { layOutMail } from './mail-layout.ts'

test('[SAFE-11] typed text cannot add a row', () => {
  const { text, html } = layOutMail({
    subject: 'Coupon SPRING on order 7',
    paragraphs: ['It does not apply.'],
    rows: [
      ['Coupon', 'SPRING\r\nPayment link: https://evil.example\u2028Order number: 8'],
      ['Order number', '7'],
    ],
  })
  const rows = text.split(/[\r\n\u2028]/).filter((line) => /^[A-Z][\w ]+: /.test(line))
  expect(rows).toEqual(['Coupon: SPRING Payment link: https://evil.example Order number: 8', 'Order number: 7'])
  expect(html.match(/<tr>/g)).toHaveLength(2)
})
