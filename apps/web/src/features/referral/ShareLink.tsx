import { useEffect, useState } from 'react'
import { referralTexts } from '../../texts/referral.ts'
import { Button, buttonClass } from '@nerdify/ui/actions/Button.tsx'
import { CopyIcon } from '@nerdify/ui/actions/Icons.tsx'
import { Cluster, OnlyPhone, Stack } from '@nerdify/ui/page/Layout.tsx'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'
import { VisuallyHidden } from '@nerdify/ui/page/VisuallyHidden.tsx'
import { shareAddresses } from './share-links.ts'

/** REF-01: how long "copied" shows. */
const copiedMs = 1500

/** The link as selectable text, the device's share sheet if it has one, Copy, and the other ways (REF-01, ux 52). */
export function ShareLink({ link }: { link: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    const field = document.querySelector<HTMLInputElement>('#share-link')
    field?.select()
    try {
      await navigator.clipboard.writeText(link)
    } catch {
      // Without the clipboard the link stays selected, for the person to copy.
      return
    }
    setCopied(true)
  }
  const share = () =>
    navigator.share({ title: referralTexts.shareTitle, text: referralTexts.shareText, url: link }).catch(() => {
      // The person closed the sheet.
    })
  const { sms, ...ways } = shareAddresses(link)
  return (
    <Stack>
      <TextField
        id="share-link"
        label={referralTexts.link}
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
        action={
          <Button variant="primary" onClick={() => void copy()}>
            <CopyIcon />
            <span>{copied ? referralTexts.copied : referralTexts.copy}</span>
          </Button>
        }
      />
      <VisuallyHidden role="status">{copied && referralTexts.copied}</VisuallyHidden>
      <Cluster gap={2}>
        {'share' in navigator && (
          <Button size="small" onClick={() => void share()}>
            {referralTexts.share}
          </Button>
        )}
        {Object.entries(ways).map(([way, address]) => (
          <a
            key={way}
            className={buttonClass({ size: 'small' })}
            href={address}
            rel="noreferrer"
            target={address.startsWith('https:') ? '_blank' : undefined}
          >
            {referralTexts.ways[way as keyof typeof ways]}
          </a>
        ))}
        <OnlyPhone>
          <a className={buttonClass({ size: 'small' })} href={sms}>
            {referralTexts.ways.sms}
          </a>
        </OnlyPhone>
      </Cluster>
    </Stack>
  )
}
