import { beforeEach } from 'vitest'
import { isScenarioOfCards, realProviderSkipReason } from './card-scenarios.ts'

/** With the real provider only the scenarios run; each other test, and each scenario that cannot be made there, says why not. */
beforeEach(({ task, skip }) => {
  const reason = realProviderSkipReason(task.name)
  if (reason === undefined) return
  if (isScenarioOfCards(task.name)) console.info(`NOT RUN with the real provider, because ${reason}: ${task.name}`)
  skip(reason)
})
