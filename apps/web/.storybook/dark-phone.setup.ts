import axe from 'axe-core'
import { afterEach } from 'vitest'
import { page } from 'vitest/browser'

/** In dark only colors differ; journeys judge the rest on a phone. */
const rules = ['color-contrast', 'link-in-text-block']

/** Judges every story, as its play left it, once more on a dark phone (UI-07). */
afterEach(async () => {
  const { dataset } = document.documentElement
  await page.viewport(390, 844)
  dataset.theme = 'dark'
  const { violations } = await axe.run({ runOnly: rules, resultTypes: ['violations'] })
  delete dataset.theme
  const faults = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html}\n${node.failureSummary}`),
  )
  if (faults.length > 0) throw new Error(`On a dark phone:\n${faults.join('\n')}`)
})
