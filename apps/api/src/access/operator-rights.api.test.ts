import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import { opsCalls } from '@nerdify/contract/ops-calls.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { may, refusalOf, staffRoles } from '@nerdify/domain/staff/staff-rights.ts'
import { expect, test } from 'vitest'
import { testProduct } from '../testing/running-product.ts'
import { signedInStaff } from '../testing/staff-calls.ts'
import { send } from '../testing/test-client.ts'

/** A token of each role and of the machine; a call may end its session, so each call gets its own. */
async function tokenOf(role: (typeof staffRoles)[number] | 'machine'): Promise<string> {
  return role === 'machine' ? (await testProduct()).settings.operationsToken : (await signedInStaff(role)).token
}

/** Bodies that determine the action of a call. */
const bodies: Readonly<Record<string, readonly object[]>> = {
  'POST /api/ops/clients/:id/plan_end': [{ refund: true }, {}],
  'POST /api/ops/clients': [{ tags: ['nerdify_top_50'] }, {}],
  'PATCH /api/ops/clients/:id': [
    { tags_add: ['vip', 'nerdify_premium'] },
    { tags_remove: ['subscription_inactive'] },
    { tags_add: ['canceled_addons_subscription'] },
    { tags_add: ['vip'] },
  ],
  'PATCH /api/ops/orders/:id': [{ price: 1 }, { isPromo: true }, { tags_add: ['vip'] }],
}

/** Well-formed: a malformed id is refused before the body that determines the action. */
const unknownId = '01900000-0000-7000-8000-000000000000'

test('[OPS-15] refuses each operations call to exactly the roles without its action', async () => {
  for (const [call, wanted] of Object.entries(opsCalls)) {
    const [method = '', path = ''] = call.split(' ')
    for (const body of bodies[call] ?? [{}]) {
      const action = typeof wanted === 'function' ? wanted(body) : wanted
      for (const role of [...staffRoles, 'machine'] as const) {
        const token = await tokenOf(role)
        // An accepted stream never ends; stream.api.test.ts opens it.
        if (call === `GET ${opsPaths.stream()}` && may(role, action)) continue
        const answer = await send<ErrorBody>(method, path.replace(/:\w+/, unknownId), {
          token,
          ...(method !== 'GET' && { body }),
        })
        const isRefused = answer.status === 403 && answer.body.error_type === 'role_forbidden'
        expect({ call, body, role, isRefused }).toEqual({ call, body, role, isRefused: !may(role, action) })
        if (isRefused) expect(answer.body.text).toBe(refusalOf(role, action))
        else expect([call, role, answer.status]).not.toEqual([call, role, 401])
      }
    }
  }
})
