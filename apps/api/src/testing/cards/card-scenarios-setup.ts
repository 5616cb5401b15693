import { beforeEach } from 'vitest'
import { isScenarioOfCards, realProviderSkipReason } from './card-scenarios.ts'

/**
 * At the real provider only the scenarios run; every other test, and each scenario that is impossible there, is skipped
 * with a reason.
 */
beforeEach(({ task, skip }) => {
  const reason = realProviderSkipReason(task.name)
  if (reason === undefined) return
  if (isScenarioOfCards(task.name)) console.info(`NOT RUN with the real provider, because ${reason}: ${task.name}`)
  skip(reason)
})
