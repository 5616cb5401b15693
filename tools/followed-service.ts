import { type Announcement, DiedAtStart, mustBeginAnew, type Service } from './service.ts'

/** A service that begins anew whenever it is asked to; whoever needs it waits meanwhile. */
export class FollowedService {
  #start: () => Service
  #service: Service | undefined
  /** Its last beginning or end: one after the other. */
  #turn = Promise.resolve()
  #stopped = false
  /** Whether its process runs. */
  #up = false
  /** Where it listens, while it does. */
  announcement: Announcement | undefined
  /** What it said last, when it could not begin or has ended by itself, until it is begun again. */
  failure: string | undefined

  constructor(start: () => Service) {
    this.#start = start
  }

  /** Resolves when it listens, or cannot. */
  get settled() {
    return this.#turn
  }

  /**
   * Loads what was saved anew: within the process where it can do that, else it is ended and begun. Resolves when it listens, or
   * cannot.
   *
   * @param changed absolute paths
   */
  restart(changed: readonly string[] = []) {
    this.#turn = this.#turn.then(async () => {
      if (!(await this.#reload(changed))) await this.#beginAnew()
    })
    return this.#turn
  }

  /** @returns whether the process that runs has taken the change in, or says why not */
  async #reload(changed: readonly string[]): Promise<boolean> {
    const service = this.#service
    if (!service?.reload || !this.#up) return false
    this.announcement = undefined
    this.failure = undefined
    try {
      this.announcement = await service.reload(changed)
    } catch (error) {
      if (error instanceof DiedAtStart) return false
      this.failure = (error as Error).message
    }
    return true
  }

  async #beginAnew() {
    await this.#end()
    if (this.#stopped) return
    const service = this.#start()
    this.#service = service
    this.#up = true
    // Its own end is a failure unless it was asked for.
    void service.ended.then(({ code }) => {
      if (this.#service !== service) return
      this.#up = false
      this.announcement = undefined
      if (code !== mustBeginAnew) this.failure = service.lastWords() || `${service.name} has ended.`
    })
    try {
      this.announcement = await service.listening
    } catch {
      await service.ended
    }
  }

  /** Ends it for good. */
  async stop() {
    this.#stopped = true
    // One that is still beginning need not be waited for.
    await this.#end()
    await this.#turn
  }

  async #end() {
    const service = this.#service
    this.#service = undefined
    this.announcement = undefined
    this.failure = undefined
    await service?.stop()
  }
}
