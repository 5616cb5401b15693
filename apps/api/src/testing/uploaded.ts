import type { UploadForm } from '@nerdify/contract/files.ts'
import type { Reply, TestPerson } from './test-client.ts'

export const pdf = '%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n'

/** Posts a form like a browser: its fields in order, then the file. */
export async function post(form: Pick<UploadForm, 'url' | 'fields'>, content: string | Uint8Array<ArrayBuffer>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(form.fields)) body.append(name, value)
  body.append('file', new Blob([content]), 'any name.bin')
  return fetch(form.url, { method: 'POST', body })
}

/** Requests the form of an upload. */
export async function begin(
  person: TestPerson,
  filename: string,
  content: string | Uint8Array,
): Promise<Reply<UploadForm>> {
  const size = typeof content === 'string' ? new TextEncoder().encode(content).byteLength : content.byteLength
  return person.send<UploadForm>('POST', '/api/v3/uploads', { filename, size, type: 'application/pdf' })
}

/** Uploads a file; throws if the bucket refuses it. */
export async function uploaded(
  person: TestPerson,
  filename = 'notes.pdf',
  content: string | Buffer<ArrayBuffer> = pdf,
): Promise<UploadForm> {
  const { body: form } = await begin(person, filename, content)
  const { status } = await post(form, content)
  if (status !== 201) throw new Error(`the bucket answered ${status}`)
  return form
}
