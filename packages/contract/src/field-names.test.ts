import { expect, test } from 'vitest'
import { Client } from './client.ts'
import { fieldsAlwaysNull } from './fields-always-null.ts'
import { Attachment, OrderFile } from './files.ts'
import { DiscountInfo, Order, OrderService } from './orders.ts'
import { Subscription } from './subscriptions.ts'

const words = (text: string) => text.trim().split(/\s+/)

/** The field names of the specification's section 3, and of STATE-19 for the flags; the other fields are ours. */
const specified = {
  order: {
    schema: Order,
    names: words(`
      _id id number jobType service_type priceName title subject details attachments pages words slides minutes
      size measure measurePagesOrWords deadline deadlineInHours deadline_left price quote_price service_price
      client_paid refunded isPaid isPromo type is_complex extras discountValid discountCode discountInfo
      discount_info discountOrderQuote discountErrorType discountErrorValue discount_amount payment_link services
      client_status system_client_status decoStatus mark tags additional created_at client_accept_at
      revision_accept_at refund_accept_at force_review_at revision_deadline writer_revision_complete_at
      profile_arch plagiarism_check tips_paid isTipsPaid total_tips_amount url_actual declined isCanShowRating
      isCanShowRatingBtn isCanShowStatusBar isCanDownloadFile isCanShowChangeRateBtn isCanShowTipsBtn isRated
      isDeleted isNotRatedAfter1Day isReviewShownOnClient
    `),
  },
  service: { schema: OrderService, names: words('price added active refunded') },
  discount: { schema: DiscountInfo, names: words('code value discount_type quote_amount cashback_amount') },
  file: {
    schema: OrderFile,
    names: words('_id size name location type created_at deleted revision_accept client_accept'),
  },
  attachment: { schema: Attachment, names: words('id filename size ext filetype status progress location') },
  client: {
    schema: Client,
    names: words(`
      id _id email phone facebook facebook_messenger credentials nickname available_balance country_final tags
      subscriptions_active exp_data userdef has_completed_order paid_orders_count referral_code profile_referral_code
      payment_account_stripe referral_details
    `),
  },
  subscription: { schema: Subscription, names: words('id customer status') },
}

const alwaysNull: Readonly<Record<string, Readonly<Record<string, string>>>> = fieldsAlwaysNull

test.each(Object.entries(specified))(
  '[API-12] sends the specification’s fields of %s, and documents those that are always null',
  (kind, { schema, names }) => {
    const fields = schema.properties as Readonly<Record<string, { type?: string }>>
    expect(names.filter((name) => !(name in fields))).toEqual([])
    const isNull = names.filter((name) => fields[name]?.type === 'null')
    expect(isNull.toSorted()).toEqual(Object.keys(alwaysNull[kind] ?? {}).toSorted())
    if (kind in alwaysNull) expect((schema as { description?: string }).description).toContain('Always null: ')
  },
)
