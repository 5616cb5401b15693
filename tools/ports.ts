import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { Refusal } from './bootstrap.mjs'

/** A port, the setting that chooses it, and the server that needs it. */
export interface WantedPort {
  setting: string
  port: number
  wantedBy: string
}

/** The addresses that a server may listen on: a port is free only if it is free on all that this machine has. */
const addresses = ['127.0.0.1', '::1', '::', '0.0.0.0']

/** Probes a port by listening on it; returns the system's error code, or undefined if the port is free. */
function portFault(port: number, address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve((error as NodeJS.ErrnoException).code ?? error.message))
    server.listen({ port, host: address, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}

/**
 * A free port of 127.0.0.1, above the journeys' ports and below the range for outgoing connections, so that no other
 * program's connection takes it before it is used.
 *
 * @throws {Error} after a thousand tries
 */
export async function freePort() {
  for (let tries = 0; tries < 1000; tries += 1) {
    const port = randomInt(14_000, 32_000)
    if ((await portFault(port, '127.0.0.1')) === undefined) return port
  }
  throw new Error('No free port was found.')
}

/**
 * If a port is in use or not allowed, stops with one sentence: the port, the server that needs it, and its setting.
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
