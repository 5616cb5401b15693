import type { Delivery, ReadOrder } from './operations-api.ts'

/** PDF strings escape these three characters with a backslash. */
const escaped = (text: string) => text.replaceAll(/[\\()]/g, (character) => `\\${character}`)

/** Sample deliveries by type: the end of the file name, and the text of the one page. */
const samples: Readonly<Record<Delivery['type'], readonly [name: string, ...lines: string[]]>> = {
  file_final_draft: ['', 'The work, as the sandbox delivers it.', 'A Nerd would have written here what was ordered.'],
  file_draft_paper: ['-draft', 'The draft, as the sandbox delivers it.', 'It says where the work is going.'],
  plagiarism_report: ['-plagiarism-report', 'The plagiarism report, as the sandbox delivers it.', 'All is original.'],
}

/** A sample file. Deterministic for an order and revision, so that a repeat after a crash delivers the same bytes. */
export function sample(type: Delivery['type'], { number }: ReadOrder, revised: boolean): Delivery {
  const [end, ...lines] = samples[type]
  const title = `Order ${number}${revised ? ', revised' : ''}`
  return { name: `order-${number}${revised ? '-revised' : ''}${end}.pdf`, type, content: onePagePdf([title, ...lines]) }
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
