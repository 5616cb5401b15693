import type { UploadForm } from '@nerdify/contract/files.ts'

/**
 * Posts a signed form with its file straight to the bucket (FILE-01): the fields in their order, then the file.
 * XMLHttpRequest, because fetch reports no upload progress. Rejects unless the bucket takes the whole file.
 */
export function postForm(
  form: UploadForm,
  file: Blob,
  { progress, signal }: { progress: (sent: number) => void; signal: AbortSignal },
): Promise<void> {
  const body = new FormData()
  for (const [name, value] of Object.entries(form.fields)) body.append(name, value)
  body.append('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = () => reject(new Error('The bucket did not take the file.'))
    request.upload.addEventListener('progress', ({ loaded }) => progress(loaded))
    request.addEventListener('load', () => (request.status >= 200 && request.status < 300 ? resolve() : fail()))
    request.addEventListener('error', fail)
    request.addEventListener('abort', fail)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    if (signal.aborted) {
      fail()
      return
    }
    request.open('POST', form.url)
    request.send(body)
  })
}
