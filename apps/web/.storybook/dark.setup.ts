import axe from 'axe-core'
import { afterEach } from 'vitest'

/** In dark only colors differ. */
const rules = ['color-contrast', 'link-in-text-block']

/** Judges every story, as its play left it, again in dark (UI-07); journeys judge both themes on a phone. */
afterEach(async () => {
  const { dataset } = document.documentElement
  dataset.theme = 'dark'
  // None of these rules reads style sheets.
  const { violations } = await axe.run({ runOnly: rules, resultTypes: ['violations'], preload: false })
  delete dataset.theme
  const faults = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html}\n${node.failureSummary}`),
  )
  if (faults.length > 0) throw new Error(`In dark:\n${faults.join('\n')}`)
})
