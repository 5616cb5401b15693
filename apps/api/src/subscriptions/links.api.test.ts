import { webPaths } from '@nerdify/contract/web-paths.ts'
import { describe, expect, test } from 'vitest'
import { payOnCardPage } from '../testing/cards/card-page.ts'
import { testProduct } from '../testing/running-product.ts'
import { checkedSubscriptionsOf, meOf, personWithEmail, subscribe, subscriptionsOf } from '../testing/subscribing.ts'
import { send, signedInPerson, type TestPerson } from '../testing/test-client.ts'

/** Opens a link like a browser without a session; returns the status and the target. */
async function open(path: string): Promise<{ status: number; location: string; page: string }> {
  const { status, headers, body } = await send<string>('GET', path)
  return { status, location: headers.get('location') ?? '', page: body }
}
const codesOf = async (person: TestPerson) => {
  const { referral_code: own, profile_referral_code: shared } = await meOf(person)
  return { own, shared }
}

describe('a link with the private referral code', () => {
  test('[PAY-12] subscribes to the add-ons plan, and returns only to this site', async () => {
    const { settings } = await testProduct()
    const person = await personWithEmail()
    const { own } = await codesOf(person)
    const returns = { success_url: '/my-info', cancel_url: 'https://evil.example/' }
    const { status, location } = await open(webPaths.subscribeToAddOns(own, returns))
    expect(status).toBe(303)
    expect((await open(webPaths.subscribeToAddOns(own, returns))).location).toBe(location)
    expect(await (await fetch(location)).text()).not.toContain('evil.example')
    expect((await payOnCardPage(location)).location).toBe(`${settings.publicUrl}/my-info`)
    const { results } = await checkedSubscriptionsOf(person)
    expect(results).toMatchObject([{ status: 'active', tag: 'premium_addons' }])
    // They have it already, so its page shows what they can do.
    expect((await open(webPaths.subscribeToAddOns(own))).location).toBe(webPaths.subscription())
  })

  test('[PAY-12] changes the card of the plan; without one it leads to the page of plans', async () => {
    const person = await personWithEmail()
    const { own } = await codesOf(person)
    expect(await open(webPaths.payWithOtherCard(own))).toMatchObject({ status: 303, location: webPaths.subscription() })
    await subscribe(person, 'nerdify_basic')
    const { settings } = await testProduct()
    const returns = { success_url: '/my-info', cancel_url: 'https://evil.example/' }
    const { status, location } = await open(webPaths.payWithOtherCard(own, returns))
    expect(status).toBe(303)
    expect(await (await fetch(location)).text()).not.toContain('evil.example')
    expect((await payOnCardPage(location, '5555555555554444')).location).toBe(`${settings.publicUrl}/my-info`)
    expect((await checkedSubscriptionsOf(person)).results).toMatchObject([{ card_last4: '4444' }])
  })

  test('[PAY-12] leads a client without an e-mail to its question', async () => {
    const { own } = await codesOf(await signedInPerson([], { email: null }))
    expect((await open(webPaths.subscribeToAddOns(own))).location).toBe(webPaths.subscription())
  })

  test('[PAY-12][AUTH-14] (abuse 24, abuse 31) the public code answers like an unknown one, and discloses nothing', async () => {
    const person = await personWithEmail()
    await subscribe(person, 'nerdify_basic')
    const { shared } = await codesOf(person)
    for (const path of [webPaths.payWithOtherCard, webPaths.subscribeToAddOns]) {
      const [known, unknown] = [await open(path(shared)), await open(path('nobody-has-this'))]
      expect(known).toEqual(unknown)
      expect(known).toMatchObject({ status: 404, location: '' })
      expect(known.page).not.toContain(person.email)
    }
    expect((await subscriptionsOf(person)).results).toHaveLength(1)
  })
})
