import { describe, expect, test } from 'vitest'
import { faultsOfMessage } from './commit-message.ts'

describe('[DEV-04] the offered hook reads a commit message', () => {
  test.each([
    'Keep the typed order when the network is gone',
    'Keep the typed order when the network is gone\n\nA failed save leaves the draft (FLOW-18).\n',
    `${'K'.repeat(72)}\n# a comment of git`,
    'Keep it\n# ------------------------ >8 ------------------------\n+a line of the change',
    `Revert "${'x'.repeat(80)}"`,
  ])('a good one passes: %s', (message) => {
    expect(faultsOfMessage(message)).toEqual([])
  })

  test.each([
    ['K'.repeat(73), '73 characters'],
    ['Keep the typed order.', 'full stop'],
    ['keep the typed order', 'capital letter'],
    ['Keep the typed order\nand more', 'empty line'],
    ['\n\n', 'what the product does now'],
    ['# only comments', 'what the product does now'],
  ])('a bad one is told what is wrong: %s', (message, told) => {
    expect(faultsOfMessage(message)).toEqual([expect.stringContaining(told)])
  })
})
