import type { Discount, DiscountChange } from '@nerdify/contract/operations.ts'
import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './client.ts'
import { rowsOf } from './queries.ts'

const keys = {
  list: ['coupons'] as const,
  coupon: (code: string) => ['coupon', code] as const,
  uses: (code: string) => ['coupon uses', code] as const,
}

/** Coupons by code (OPS-16). */
export const useCoupons = () => useInfiniteQuery(rowsOf(keys.list, ({ cursor = null }) => api.coupons(cursor)))

export const useCoupon = (code: string) => useQuery({ queryKey: keys.coupon(code), queryFn: () => api.coupon(code) })

/** Paid orders with a coupon, newest first. */
export const useCouponUses = (code: string) =>
  useInfiniteQuery(rowsOf(keys.uses(code), ({ cursor = null }) => api.couponUses(code, cursor)))

const rereadCoupon = (client: QueryClient, code: string) =>
  Promise.all([keys.coupon(code), keys.list].map((queryKey) => client.invalidateQueries({ queryKey })))

interface CouponSave {
  code: string
  body: DiscountChange
  version: string
  key: string
}

/** Activates a coupon, based on the shown version (DESK-05). */
export function useSaveCoupon() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ code, body, version, key }: CouponSave) => api.changeCoupon(code, body, version, key),
    onSuccess: (coupon) => client.setQueryData<Discount>(keys.coupon(coupon.code), coupon),
    onSettled: (_coupon, _error, { code }) => rereadCoupon(client, code),
  })
}

/** Ends a coupon at once (OPS-16). */
export function useEndCoupon(code: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (key: string) => api.endCoupon(code, key),
    onSuccess: (coupon) => client.setQueryData<Discount>(keys.coupon(code), coupon),
    // The answer of a repeat is the first one: since then somebody may have put the coupon in force again.
    onSettled: () => rereadCoupon(client, code),
  })
}
