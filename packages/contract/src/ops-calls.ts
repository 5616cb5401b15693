import { isPlanTag } from '@nerdify/domain/plans/plan-benefits.ts'
import type { StaffAction } from '@nerdify/domain/staff/staff-rights.ts'
import { apiPaths } from './api-paths.ts'
import type { OperationsClientChange, OperationsClientCreation, OperationsOrderChange, PlanEnd } from './operations.ts'
import { opsPaths } from './ops-paths.ts'

const read = 'read orders, clients and prices'
const work = 'work on orders and answer clients'

/** Every field but the tags and the Nerd's fee affects the price of an order. */
function actionOfOrderChange(body: unknown): StaffAction {
  const { price, type, isPromo, is_complex: isComplex } = body as OperationsOrderChange
  return [price, type, isPromo, isComplex].every((change) => change === undefined) ? work : 'set the price of an order'
}

/** Tags of a plan are worth money: they make services free. */
function actionOfClientChange(body: unknown): StaffAction {
  const { tags, tags_add, tags_remove } = body as OperationsClientCreation & OperationsClientChange
  return [tags, tags_add, tags_remove].some((change) => change?.some(isPlanTag))
    ? 'give or take a plan'
    : 'change clients'
}

/** Every operations call by method and address, with the action that the caller's role must allow (OPS-15). */
export const opsCalls: Readonly<Record<string, StaffAction | ((body: unknown) => StaffAction)>> = {
  [`GET ${opsPaths.queue()}`]: read,
  [`GET ${opsPaths.stream()}`]: 'follow changes live',
  [`GET ${opsPaths.contact(':id')}`]: read,
  [`POST ${opsPaths.contactAnswers(':id')}`]: work,
  [`POST ${opsPaths.contactNoAnswerNeeded(':id')}`]: work,

  [`GET ${opsPaths.orders()}`]: read,
  [`POST ${opsPaths.orders()}`]: work,
  [`GET ${opsPaths.order(':id')}`]: read,
  [`PATCH ${opsPaths.order(':id')}`]: actionOfOrderChange,
  [`POST ${opsPaths.orderEvents(':id')}`]: work,
  [`POST ${opsPaths.orderTake(':id')}`]: work,
  [`POST ${opsPaths.orderRelease(':id')}`]: work,
  [`POST ${opsPaths.orderWorkSheets(':id')}`]: work,
  [`POST ${opsPaths.orderAgreement(':id')}`]: 'set the price of an order',
  [`POST ${opsPaths.orderRefunds(':id')}`]: 'give money back',
  [`GET ${opsPaths.orderFiles(':id')}`]: read,
  [`POST ${opsPaths.orderFiles(':id')}`]: work,
  [`POST ${opsPaths.orderFileRemovals(':id')}`]: work,

  [`GET ${opsPaths.conversations()}`]: read,
  [`GET ${opsPaths.conversation(':id')}`]: read,
  [`POST ${opsPaths.conversationFiles(':id')}`]: work,
  [`POST ${opsPaths.conversationAnswers(':id')}`]: work,
  [`POST ${opsPaths.conversationPreview(':id')}`]: work,
  [`POST ${opsPaths.conversationNotes(':id')}`]: work,
  [`POST ${opsPaths.conversationRead(':id')}`]: work,
  [`POST ${opsPaths.conversationTakeBack(':id')}`]: work,
  [`POST ${opsPaths.conversationNoAnswerNeeded(':id')}`]: work,

  [`GET ${opsPaths.replies()}`]: read,
  [`POST ${opsPaths.replies()}`]: 'change saved replies',
  [`PATCH ${opsPaths.reply(':id')}`]: 'change saved replies',
  [`POST ${opsPaths.replyRemove(':id')}`]: 'change saved replies',

  [`GET ${opsPaths.clients()}`]: read,
  [`GET ${opsPaths.client(':id')}`]: read,
  [`GET ${opsPaths.clientFiles(':id')}`]: read,
  [`GET ${opsPaths.clientBalanceChanges(':id')}`]: read,
  [`POST ${opsPaths.clients()}`]: actionOfClientChange,
  [`POST ${opsPaths.clientImport()}`]: 'import clients',
  [`PATCH ${opsPaths.client(':id')}`]: actionOfClientChange,
  [`POST ${opsPaths.clientContact(':id')}`]: 'correct a phone or an e-mail',
  [`POST ${opsPaths.clientReferralCode(':id')}`]: 'change clients',
  [`POST ${opsPaths.clientSignOut(':id')}`]: 'change clients',
  [`POST ${opsPaths.clientBlock(':id')}`]: 'change clients',
  [`POST ${opsPaths.clientUnblock(':id')}`]: 'change clients',
  [`POST ${opsPaths.uploadPage(':id')}`]: 'change clients',
  [`POST ${opsPaths.clientBalanceCredits(':id')}`]: 'give money back',
  [`POST ${opsPaths.clientBalanceDebits(':id')}`]: 'take money from a balance',
  [`POST ${opsPaths.clientPlanEnd(':id')}`]: (body) =>
    (body as PlanEnd).refund ? 'give money back' : 'change clients',
  [`GET ${opsPaths.referralBonuses()}`]: read,
  [`POST ${opsPaths.clientReferralBonuses(':id')}`]: 'decide on referral bonuses',
  [`POST ${opsPaths.refusedReferralBonuses(':id')}`]: 'decide on referral bonuses',

  [`GET ${opsPaths.nerds()}`]: read,
  [`GET ${opsPaths.nerd(':id')}`]: read,
  [`GET ${opsPaths.owedToNerds()}`]: read,
  [`GET ${opsPaths.nerdOwed(':id')}`]: read,
  [`POST ${opsPaths.nerdPayouts(':id')}`]: 'pay Nerds',
  [`POST ${opsPaths.nerds()}`]: 'change the register of Nerds',
  [`PATCH ${opsPaths.nerd(':id')}`]: 'change the register of Nerds',
  [`POST ${opsPaths.nerdMerge(':id')}`]: 'change the register of Nerds',

  [`GET ${opsPaths.prices()}`]: read,
  [`GET ${opsPaths.pricing()}`]: read,
  [`PUT ${opsPaths.pricing()}`]: 'change prices',
  [`GET ${opsPaths.services()}`]: read,
  [`PUT ${opsPaths.services()}`]: 'change prices',
  [`GET ${opsPaths.lateCredit()}`]: read,
  [`PUT ${opsPaths.lateCredit()}`]: 'change prices',
  [`GET ${opsPaths.discounts()}`]: read,
  [`GET ${opsPaths.discount(':code')}`]: read,
  [`PUT ${opsPaths.discount(':code')}`]: 'change coupons',
  [`GET ${opsPaths.discountUses(':code')}`]: read,
  [`POST ${opsPaths.discountOff(':code')}`]: 'change coupons',

  [`GET ${opsPaths.messages()}`]: read,
  [`POST ${opsPaths.messageResend(':id')}`]: work,
  [`GET ${opsPaths.log()}`]: 'read the log',
  [`GET ${opsPaths.books()}`]: 'read the books',
  [`GET ${opsPaths.booksCsv()}`]: 'read the books',
  [`POST ${opsPaths.booksCompare(':day')}`]: 'read the books',
  [`POST ${opsPaths.booksSettle(':day')}`]: 'settle the books',
  [`GET ${opsPaths.caller()}`]: 'read metrics',
  [`GET ${apiPaths.metrics()}`]: 'read metrics',

  [`GET ${opsPaths.me()}`]: read,
  [`POST ${opsPaths.signOut()}`]: 'sign out',
  [`GET ${opsPaths.staff()}`]: read,
  [`POST ${opsPaths.staff()}`]: 'invite staff',
  [`PATCH ${opsPaths.staffMember(':id')}`]: 'change staff',
  [`POST ${opsPaths.staffRemove(':id')}`]: 'change staff',
}
