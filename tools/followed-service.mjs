/** @typedef {import('./service.mjs').Service} Service */

/** A service that begins anew whenever it is asked to; whoever needs it waits meanwhile. */
export class FollowedService {
  /** @type {() => Service} */
  #start
  /** @type {Service | undefined} */
  #service
  /** Its last beginning or end: one after the other. */
  #turn = Promise.resolve()
  #stopped = false
  /** Where it listens, while it does. */
  /** @type {Record<string, any> | undefined} */
  announcement
  /** What it said last, when it could not begin or has ended by itself, until it is begun again. */
  /** @type {string | undefined} */
  failure

  /** @param {() => Service} start */
  constructor(start) {
    this.#start = start
  }

  /** Resolves when it listens, or cannot. */
  get settled() {
    return this.#turn
  }

  /** Ends it if it runs, and begins it anew. Resolves when it listens, or cannot. */
  restart() {
    this.#turn = this.#turn.then(async () => {
      await this.#end()
      if (this.#stopped) return
      const service = this.#start()
      this.#service = service
      // Its own end is a failure unless it was asked for.
      void service.ended.then(() => {
        if (this.#service !== service) return
        this.announcement = undefined
        this.failure = service.lastWords() || `${service.name} has ended.`
      })
      try {
        this.announcement = await service.listening
      } catch {
        await service.ended
      }
    })
    return this.#turn
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
