import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { Refusal } from './bootstrap.mjs'

/** A port, the setting that says which, and who listens on it. */
export interface WantedPort {
  setting: string
  port: number
  wantedBy: string
}

/** Where a server may listen; a port counts as free only when it is free on each that this machine has. */
const addresses = ['127.0.0.1', '::1', '::', '0.0.0.0']

/** Listens on a port for a moment; answers the code of the system's error, or nothing when the port was free. */
function portFault(port: number, address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve((error as NodeJS.ErrnoException).code ?? error.message))
    server.listen({ port, host: address, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}

/**
 * A port of 127.0.0.1 that is free now, below those that systems hand out, and above those of the
 * journeys: until it is used, no connection of another program takes it.
 *
 * @throws {Error} when a thousand tries found none
 */
export async function freePort() {
  for (let tries = 0; tries < 1000; tries += 1) {
    const port = randomInt(14_000, 32_000)
    if ((await portFault(port, '127.0.0.1')) === undefined) return port
  }
  throw new Error('No free port was found.')
}

/**
 * Stops with one sentence when a port is taken or may not be used: which port, who wants it, which setting changes it.
 *
 * @throws {Refusal}
 */
export async function refuseTakenPorts(wanted: readonly WantedPort[]) {
  for (const { setting, port, wantedBy } of wanted) {
    const twin = wanted.find((candidate) => candidate.port === port && candidate.setting !== setting)
    if (twin) {
      throw new Refusal(
        `${setting} and ${twin.setting} are both ${port}: ${wantedBy} and ${twin.wantedBy} need a port each.`,
      )
    }
    for (const address of addresses) {
      const fault = await portFault(port, address)
      if (fault === 'EADDRINUSE') {
        throw new Refusal(
          `Port ${port} is in use, and ${wantedBy} wants it: stop what runs there, or set ${setting} to another port.`,
        )
      }
      if (fault === 'EACCES') {
        throw new Refusal(
          `Port ${port} is not allowed for this user, and ${wantedBy} wants it: set ${setting} to another port.`,
        )
      }
    }
  }
}
