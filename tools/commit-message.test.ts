import { describe, expect, test } from 'vitest'
import { faultsOfMessage } from './commit-message.ts'

describe('[DEV-04] the hook checks a commit message', () => {
  test.each([
    'Keep the typed order when the network is gone\n\nA failed save leaves the draft (FLOW-18).\n',
    `${'K'.repeat(72)}\n\nA body.\n# a comment of git`,
    'Keep it\n\nA body.\n# ------------------------ >8 ------------------------\n+a line of the change',
    `Revert "${'x'.repeat(80)}"`,
  ])('accepts: %s', (message) => {
    expect(faultsOfMessage(message)).toEqual([])
  })

  test.each([
    [`${'K'.repeat(73)}\n\nA body.`, '73 characters'],
    ['Keep the typed order.\n\nA body.', 'full stop'],
    ['keep the typed order\n\nA body.', 'capital letter'],
    ['Keep the typed order\nand more', 'empty line'],
    ['Keep the typed order', 'body says why'],
    ['Keep the typed order\n\n# a comment of git', 'body says why'],
    ['\n\n', 'names the change'],
    ['# only comments', 'names the change'],
  ])('names the fault: %s', (message, fault) => {
    expect(faultsOfMessage(message)).toEqual([expect.stringContaining(fault)])
  })
})
