import { logLine } from '@nerdify/domain/messages/typed-text.ts'
import { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'
import { networkHash } from './limits/network-of.ts'
import type { Settings } from './settings.ts'

/** Prefixes of addresses that end in a key (payments.md 2.2). */
const secretInPath =
  /^(\/(?:o|auth|authkey|a|r|f|files|unsubscribe|email\/confirm|email\/undo|account\/keep)\/|\/[ms]\/c|\/api\/v1\/unsubscribe\/|\/api\/webhooks\/files\/).*/

/** The fields of an error that are safe to log. Others may hold whole rows, as PostgreSQL's `detail` does. */
const loggedErrorFields = ['code', 'constraint', 'table', 'column', 'syscall', 'statusCode', 'requestId'] as const

/** An error and its causes, outermost first. */
function withCauses(error: Error): Error[] {
  const chain: Error[] = []
  for (let at: unknown = error; at instanceof Error && !chain.includes(at); at = at.cause) chain.push(at)
  return chain
}

/** An error in the log (OPS-03): the messages and stacks of it and its causes, without their data. */
function errorEntry(error: unknown) {
  // Libraries may throw anything; the log must still be written.
  if (!(error instanceof Error))
    return { type: typeof error, message: typeof error === 'string' ? error : '', stack: '' }
  const chain = withCauses(error)
  const fields = error as Partial<Record<(typeof loggedErrorFields)[number], unknown>>
  return {
    type: error.constructor.name,
    message: chain.map(({ message }) => message).join(': '),
    stack: chain.map(({ stack }) => stack).join('\ncaused by: '),
    ...Object.fromEntries(
      loggedErrorFields.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
    ),
  }
}

/** The product's log: without people's addresses, words and tokens. */
export function loggerOf({ logLevel }: Pick<Settings, 'logLevel'>): FastifyServerOptions['logger'] {
  return {
    level: logLevel,
    // Removes control characters from outside text, such as names and provider errors (SAFE-11).
    hooks: { streamWrite: logLine },
    serializers: {
      // Only these parts of a request are logged: no header, so no token.
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: request.url.split('?', 1)[0]?.replace(secretInPath, '$1…'),
      }),
      err: errorEntry,
    },
  }
}

/** One line for each answered request, with its account and network (SAFE-10). */
export class RequestLog extends LogController {
  readonly #secret: string

  constructor({ secret }: Pick<Settings, 'secret'>) {
    super()
    this.#secret = secret
  }

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = {
      req: request,
      res: reply,
      responseTime: reply.elapsedTime,
      account: request.account ?? request.signedIn?.clientId,
      network: networkHash(this.#secret, request.ip),
    }
    if (error) request.log.error({ ...line, err: error }, 'request failed')
    else request.log.info(line, 'request')
  }
}
