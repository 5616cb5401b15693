import { describe, expect, test } from 'vitest'
import {
  may,
  mayInvite,
  moneyLimitCents,
  operatorRoles,
  overLimitText,
  refusalOf,
  type StaffAction,
  staffRights,
} from './staff-rights.ts'
import { nameFromEmail, staffNameFrom } from './staff-name.ts'

const actions = Object.keys(staffRights) as StaffAction[]

describe('roles of staff', () => {
  test('[OPS-15] an owner may do everything, a lead all but staff and imports, a clerk no prices or coupons', () => {
    expect(actions.filter((action) => !may('owner', action))).toEqual([])
    expect(actions.filter((action) => !may('lead', action))).toEqual([
      'import clients',
      'read metrics',
      'invite staff',
      'change staff',
    ])
    expect(actions.filter((action) => may('clerk', action))).toEqual([
      'read orders, clients and prices',
      'work on orders and answer clients',
      'change clients',
      'give money back',
      'follow changes live',
      'sign out',
    ])
    expect(actions.filter((action) => !may('machine', action))).toEqual([
      'settle the books',
      'change staff',
      'follow changes live',
      'sign out',
    ])
  })

  test('[OPS-15] a machine invites the first owner and nobody else', () => {
    expect(mayInvite('machine', 'owner', { hasOwner: false })).toBe(true)
    expect(mayInvite('machine', 'owner', { hasOwner: true })).toBe(false)
    expect(mayInvite('machine', 'clerk', { hasOwner: false })).toBe(false)
    for (const role of operatorRoles) {
      if (role === 'machine') continue
      expect(mayInvite(role, 'lead', { hasOwner: true })).toBe(role === 'owner')
    }
  })

  test('[OPS-15] limits money only for a clerk', () => {
    expect(operatorRoles.map((role) => moneyLimitCents(role, 10_000))).toEqual([
      undefined,
      undefined,
      10_000,
      undefined,
    ])
  })

  test('[OPS-15] states the limit and the earlier amount in a refusal above the limit', () => {
    const limitCents = 10_000
    expect(overLimitText('order', { limitCents, beforeCents: 0 })).toBe(
      'Clerks may give back at most $100.00 of one order. Ask a lead.',
    )
    expect(overLimitText('client', { limitCents, beforeCents: 8_050 })).toBe(
      'Clerks may credit a client at most $100.00 in 30 days; $80.50 was given before. Ask a lead.',
    )
  })

  test('[OPS-15] names the role that may take a refused action', () => {
    expect(refusalOf('clerk', 'change prices')).toBe('Clerks may not change prices. Ask a lead.')
    expect(refusalOf('lead', 'change staff')).toBe('Leads may not change staff. Ask an owner.')
    expect(refusalOf('machine', 'change staff')).toBe('Machines may not change staff. Sign in as a person.')
  })
})

test('[OPS-15] accepts a line of words as a staff name, unless it is reserved', () => {
  expect(staffNameFrom('  Mara  Lund ')).toBe('Mara Lund')
  expect(staffNameFrom('Zoë O’Neil')).toBe('Zoë O’Neil')
  for (const text of ['', '\u2800', 'Machine', 'operations', 'a'.repeat(65), '<b>Ann</b>', 'Ann: support'])
    expect(staffNameFrom(text)).toBeUndefined()
  expect(nameFromEmail('mara@example.com')).toBe('mara')
})
