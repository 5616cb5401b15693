import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { NerdTips } from '@nerdify/contract/nerds.ts'
import { monthAt } from '@nerdify/domain/nerds/tips-owed.ts'
import { expect, test } from 'vitest'
import { bookCardTip, nerdWithDelivery, operate } from '../../testing/operations-calls.ts'
import { testProduct } from '../../testing/running-product.ts'
import { signedInStaff } from '../../testing/staff-calls.ts'

const monthNow = async () => {
  const { clock, settings } = await testProduct()
  return monthAt(clock.now(), settings.companyZone)
}

test('[OPS-14] tips are owed to the Nerd by month until they were paid out with a reference', async () => {
  const { nerd, order } = await nerdWithDelivery()
  await bookCardTip(order, 500)
  const month = await monthNow()
  const sums = { nerd_id: nerd, month, tips: 5, paid_out: 0, owed: 5 }
  expect((await operate<NerdTips>('GET', `/nerds/${nerd}/tips`)).body).toMatchObject({ months: [sums], payouts: [] })
  const all = (await operate<NerdTips>('GET', '/nerd_tips')).body.months
  expect(all.filter(({ nerd_id: id }) => id === nerd)).toMatchObject([sums])

  const lead = await signedInStaff('lead')
  const payout = { month, reference: 'T-1' }
  const paid = await lead.operate<NerdTips>('POST', `/nerds/${nerd}/tip_payouts`, payout)
  const settled = {
    months: [{ ...sums, paid_out: 5, owed: 0 }],
    payouts: [{ amount: 5, person: lead.name, ...payout }],
  }
  expect(paid).toMatchObject({ status: 200, body: settled })
  const again = await operate<ErrorBody>('POST', `/nerds/${nerd}/tip_payouts`, payout)
  expect(again).toMatchObject({ status: 409, body: { error_type: 'nothing_owed', error_value: 'month' } })

  // A tip that is given back after the payout.
  await bookCardTip(order, -200)
  expect((await operate<NerdTips>('GET', `/nerds/${nerd}/tips`)).body.months).toMatchObject([{ tips: 3, owed: -2 }])
  await bookCardTip(order, 900)
  const rest = await operate<NerdTips>('POST', `/nerds/${nerd}/tip_payouts`, { month, reference: 'T-2' })
  expect(rest.body.payouts.map(({ amount }) => amount)).toEqual([7, 5])
})

test('[OPS-14] two who pay the same tips out at once pay them once', async () => {
  const { nerd, order } = await nerdWithDelivery()
  await bookCardTip(order, 500)
  const month = await monthNow()
  const answers = await Promise.all(
    ['T-1', 'T-2', 'T-3'].map((reference) => operate('POST', `/nerds/${nerd}/tip_payouts`, { month, reference })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const { body } = await operate<NerdTips>('GET', `/nerds/${nerd}/tips`)
  expect(body.payouts.map(({ amount }) => amount)).toEqual([5])
})

test.each([
  ['a month that does not exist', { month: '2026-13', reference: 'a' }, 'month'],
  ['a blank reference', { month: '2026-11', reference: ' ' }, 'reference'],
])('[OPS-14][API-10] refuses a payout with %s at its field', async (_, body, field) => {
  const { nerd } = await nerdWithDelivery()
  const refused = await operate('POST', `/nerds/${nerd}/tip_payouts`, body)
  expect(refused).toMatchObject({ status: 422, body: { error_value: field } })
})
