import { writeSync } from 'node:fs'
import { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'
import type { Settings } from './settings.ts'

/** How long a line may wait for others, in milliseconds. */
const gatherMs = 10
const standardOutput = 1

let gathered: string[] = []
let timer: NodeJS.Timeout | undefined

function writeGathered(): void {
  clearTimeout(timer)
  timer = undefined
  const text = Buffer.from(gathered.join(''))
  gathered = []
  for (let written = 0; written < text.length; ) {
    try {
      written += writeSync(standardOutput, text, written)
    } catch (error) {
      // A reader that is slow gets the rest in a moment; one that is gone gets no more.
      if ((error as { code?: string }).code === 'EAGAIN') continue
      return
    }
  }
}

/** Standard output in few writes: under load a write for each line costs more than the line. */
const gatheringStream = {
  write(line: string): void {
    gathered.push(line)
    timer ??= setTimeout(writeGathered, gatherMs)
  },
}
process.on('exit', writeGathered)

/** Addresses that open something to whoever has them: what comes after these beginnings is a key (payments.md 2.2). */
const secretInPath =
  /^(\/(?:o|auth|authkey|a|r|f|files|unsubscribe)\/|\/[ms]\/c|\/api\/v1\/unsubscribe\/|\/api\/webhooks\/files\/).*/

/** Fields of errors that tell what went wrong and where; in others, as PostgreSQL's `detail`, stand whole rows. */
const toldOfErrors = ['code', 'constraint', 'table', 'column', 'syscall', 'statusCode', 'requestId'] as const

/** An error and what caused it, the outermost first. */
function withCauses(error: Error): Error[] {
  const chain: Error[] = []
  for (let at: unknown = error; at instanceof Error && !chain.includes(at); at = at.cause) chain.push(at)
  return chain
}

/** How an error stands in the log (OPS-03): its words and places and those of its causes, and nothing that it carries. */
function errorEntry(error: unknown) {
  // Whatever a library may throw in place of an error, the log is still written.
  if (!(error instanceof Error))
    return { type: typeof error, message: typeof error === 'string' ? error : '', stack: '' }
  const chain = withCauses(error)
  const fields = error as Partial<Record<(typeof toldOfErrors)[number], unknown>>
  return {
    type: error.constructor.name,
    message: chain.map(({ message }) => message).join(': '),
    stack: chain.map(({ stack }) => stack).join('\ncaused by: '),
    ...Object.fromEntries(toldOfErrors.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]))),
  }
}

/** What the product logs: addresses of people and what they wrote do not belong in a log, nor do their tokens. */
export function loggerOf({ logLevel }: Pick<Settings, 'logLevel'>): FastifyServerOptions['logger'] {
  return {
    level: logLevel,
    stream: gatheringStream,
    serializers: {
      // Of a request only this is ever logged: no header, so no token either.
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: request.url.split('?', 1)[0]?.replace(secretInPath, '$1…'),
      }),
      err: errorEntry,
    },
  }
}

/** One line for each request, once it is answered. */
export class OneLineARequest extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = { req: request, res: reply, responseTime: reply.elapsedTime }
    if (error) request.log.error({ ...line, err: error }, 'request failed')
    else request.log.info(line, 'request')
  }
}
