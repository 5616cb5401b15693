import type { Delivery, ReadOrder } from './operations-api.ts'

/** In PDF strings these three need a backslash. */
const escaped = (text: string) => text.replaceAll(/[\\()]/g, (character) => `\\${character}`)

/**
 * The file that the autopilot delivers: one page that says what it is. The same for the same order and revision, so that
 * a delivery that is repeated after a crash is the same delivery.
 */
export function samplePaper(order: ReadOrder, revised: boolean): Delivery {
  const lines = [
    `Order ${order.number}`,
    revised ? 'The revised work, as the sandbox delivers it.' : 'The finished work, as the sandbox delivers it.',
    'A Nerd would have written here what was ordered.',
  ]
  return { name: `order-${order.number}${revised ? '-revised' : ''}.pdf`, content: onePagePdf(lines) }
}

/** A PDF of one page with lines of ASCII text. */
function onePagePdf(lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const [title = '', ...rest] = lines.map(escaped)
  const text = [`/F 20 Tf 72 720 Td (${title}) Tj`, ...rest.map((line) => `/F 12 Tf 0 -28 Td (${line}) Tj`)].join('\n')
  const stream = `BT\n${text}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let pdf = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = pdf.length
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`
    return String(offset).padStart(10, '0')
  })
  const table = offsets.map((offset) => `${offset} 00000 n \n`).join('')
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`
  return new TextEncoder().encode(pdf)
}
