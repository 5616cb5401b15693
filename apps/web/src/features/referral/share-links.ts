import { webPaths } from '@nerdify/contract/web-paths.ts'
import { referralTexts } from '../../texts/referral.ts'

/** The share link: with the public code, never the private one (REF-04, AUTH-14). */
export const shareLink = (origin: string, shareCode: string): string => origin + webPaths.shareLink(shareCode)

/** Links to share by, without a social network's script (ux 52). */
export function shareAddresses(link: string): Record<keyof typeof referralTexts.ways, string> {
  const url = encodeURIComponent(link)
  const text = encodeURIComponent(referralTexts.shareText)
  const words = encodeURIComponent(`${referralTexts.shareText} ${link}`)
  return {
    email: `mailto:?subject=${encodeURIComponent(referralTexts.shareTitle)}&body=${words}`,
    facebook: `https://www.facebook.com/sharer/sharer.php?u=${url}`,
    twitter: `https://twitter.com/intent/tweet?text=${text}&url=${url}`,
    messenger: `fb-messenger://share?link=${url}`,
    sms: `sms:?&body=${words}`,
  }
}
