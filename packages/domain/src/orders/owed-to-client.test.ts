import { describe, expect, test } from 'vitest'
import { deliveryLacks, nerdUnfit, type ExistingFile } from './owed-to-client.ts'

const sold = { added: true, paid: true, refunded: false, priceCents: 800 }
const included = { ...sold, priceCents: 0 }
const work = (at: number): ExistingFile => ({ type: 'file_final_draft', at })
const report = (at: number): ExistingFile => ({ type: 'plagiarism_report', at })

describe('[WAIT-06] a delivery', () => {
  test.each([
    ['nothing came', [], null, 'work_missing'],
    ['work came', [work(1)], null, undefined],
    ['only a draft came', [{ type: 'file_draft_paper', at: 1 }], null, 'work_missing'],
    ['only files of the client came', [{ type: 'order_form', at: 1 }], null, 'work_missing'],
    ['what came was delivered already', [work(5)], 5, 'work_missing'],
    ['work came since the last delivery', [work(1), work(6)], 5, undefined],
  ] as const)('%s', (_what, files, sentAt, expected) => {
    expect(deliveryLacks({ files, sentAt, services: {} })).toBe(expected)
  })

  test.each([
    ['is paid', sold, 'report_missing'],
    ['is included', included, 'report_missing'],
    ['was given back', { ...sold, refunded: true }, undefined],
    ['was added and is not paid', { ...sold, paid: false }, undefined],
  ] as const)('with a plagiarism report that %s', (_what, adv_plagreport, expected) => {
    const delivery = { sentAt: null, services: { adv_plagreport } }
    expect(deliveryLacks({ ...delivery, files: [work(1)] })).toBe(expected)
    expect(deliveryLacks({ ...delivery, files: [work(1), report(2)] })).toBeUndefined()
  })
})

describe('[WAIT-06] a Nerd', () => {
  const ada = { name: 'Ada', rating: 4.9 }
  const ben = { name: 'Ben', rating: 4.8 }
  const top = { top_writer: included }
  const preferred = { client_recomended_writer: sold }
  test.each([
    ['rated 4.8 for a plain order', ben, {}, undefined, undefined],
    ['without a name for a plain order', undefined, {}, undefined, undefined],
    ['rated 4.8 for TOP Nerd', ben, top, 'A reason', 'nerd_below_top'],
    ['rated 4.9 for TOP Nerd', ada, top, undefined, undefined],
    ['without a name for TOP Nerd', undefined, top, 'A reason', 'nerd_unnamed'],
    ['rated 4.8 where TOP Nerd was given back', ben, { top_writer: { ...sold, refunded: true } }, undefined, undefined],
    ['whom the client prefers', ben, preferred, undefined, undefined],
    ['whom the client does not prefer', ada, preferred, undefined, 'nerd_not_preferred'],
    ['whom the client does not prefer, with a reason', ada, preferred, 'Ben is ill', undefined],
    ['without a name where the client prefers one', undefined, preferred, undefined, 'nerd_unnamed'],
    ['without a name and with a reason', undefined, preferred, 'Ben is ill', undefined],
    ['below 4.9 whom the client prefers, with TOP Nerd', ben, { ...preferred, ...top }, undefined, 'nerd_below_top'],
  ] as const)('%s', (_what, nerd, services, reason, expected) => {
    expect(nerdUnfit({ nerd, preferred: 'Ben', services, reason })).toBe(expected)
  })
})
