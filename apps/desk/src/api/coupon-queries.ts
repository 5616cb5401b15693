import type { Discount, DiscountChange, DiscountUsePage } from '@nerdify/contract/operations.ts'
import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './client.ts'

const keys = {
  list: ['coupons'] as const,
  coupon: (code: string) => ['coupon', code] as const,
  uses: (code: string) => ['coupon uses', code] as const,
}

/** Coupons by code (OPS-16). */
export const useCoupons = () =>
  useInfiniteQuery({
    queryKey: keys.list,
    queryFn: ({ pageParam }) => api.coupons(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }: InfiniteData<{ results: Discount[] }>) => pages.flatMap(({ results }) => results),
  })

export const useCoupon = (code: string) => useQuery({ queryKey: keys.coupon(code), queryFn: () => api.coupon(code) })

/** Paid orders with a coupon, newest first. */
export const useCouponUses = (code: string) =>
  useInfiniteQuery({
    queryKey: keys.uses(code),
    queryFn: ({ pageParam }) => api.couponUses(code, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }: InfiniteData<DiscountUsePage>) => pages.flatMap(({ results }) => results),
  })

interface CouponSave {
  code: string
  body: DiscountChange
  version: string
  key: string
}

/** Puts a coupon in force from the version shown (DESK-05). */
export function useSaveCoupon() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ code, body, version, key }: CouponSave) => api.changeCoupon(code, body, version, key),
    onSuccess: (coupon) => client.setQueryData<Discount>(keys.coupon(coupon.code), coupon),
    onSettled: (_coupon, _error, { code }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.coupon(code) }),
        client.invalidateQueries({ queryKey: keys.list }),
      ]),
  })
}

/** Ends a coupon at once (OPS-16). */
export function useEndCoupon(code: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (key: string) => api.endCoupon(code, key),
    onSuccess(coupon) {
      client.setQueryData<Discount>(keys.coupon(code), coupon)
      void client.invalidateQueries({ queryKey: keys.list })
    },
  })
}
