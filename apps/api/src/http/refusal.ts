/** A refused request with a reason for the person; becomes the error body of API-01. */
export class Refusal extends Error {
  readonly status: number
  readonly text: string
  readonly errorType: string | undefined
  /** The field at fault, or the value that the sentence needs. */
  readonly errorValue: string | number | null
  /** Seconds until a retry makes sense, for 429 and 503. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    text: string,
    about: { type?: string; value?: string | number | null; retryAfter?: number } = {},
  ) {
    super(text)
    this.status = status
    this.text = text
    this.errorType = about.type
    this.errorValue = about.value ?? null
    this.retryAfter = about.retryAfter
  }
}

/** A missing row and another client's row get the same answer (AUTH-19). */
export const notFound = () => new Refusal(404, 'Not found', { type: 'not_found' })

/** 422: an invalid value, with the sentence and its field. */
export const unacceptable = (text: string, field: string, type?: string) =>
  new Refusal(422, text, { value: field, ...(type === undefined ? {} : { type }) })
