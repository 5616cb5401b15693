import { FormEncodingError, type FormHash, formFromJson, parseForm } from '../http/form-encoding.ts'
import type { HttpHandler, HttpRequest } from '../http/http-server.ts'
import { ParameterError } from '../http/parameters.ts'
import { jsonReply } from '../http/replies.ts'

/** The parameters of a control: JSON or a form, whichever was sent. */
export function controlForm(request: HttpRequest): FormHash {
  if (!request.headers['content-type']?.startsWith('application/json')) return parseForm(request.body)
  let json: unknown
  try {
    json = JSON.parse(request.body)
  } catch {
    throw new FormEncodingError('The body is not JSON.')
  }
  const form = formFromJson(json)
  if (typeof form === 'string' || Array.isArray(form)) throw new FormEncodingError('The body must be a JSON object.')
  return form
}

/** Answers a wrong parameter with 400 and one sentence, and refuses other websites' pages. */
export function control(handle: HttpHandler): HttpHandler {
  return async (request) => {
    if (request.headers['sec-fetch-site'] === 'cross-site') {
      return jsonReply({ error: 'Another website may not steer the sandbox.' }, 403)
    }
    try {
      return await handle(request)
    } catch (error) {
      if (error instanceof ParameterError || error instanceof FormEncodingError) {
        return jsonReply({ error: error.message }, 400)
      }
      throw error
    }
  }
}
