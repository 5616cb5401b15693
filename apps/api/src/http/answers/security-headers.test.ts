import { expect, test } from 'vitest'
import { contentPolicy } from './security-headers.ts'

const surroundings = {
  publicUrl: 'https://nerdify.test',
  gatewayUrl: 'https://nerdify.test',
  analyticsUrl: 'https://nerdify.test',
  filesOrigin: 'https://files.test',
  tag: undefined,
}

test('[PAY-09] a page may post forms to its own site and to a separate payment gateway', () => {
  expect(contentPolicy(surroundings)).toContain("form-action 'self';")
  const policy = contentPolicy({ ...surroundings, gatewayUrl: 'https://pay.test' })
  expect(policy).toContain("form-action 'self' https://pay.test;")
})
