import { type ComponentProps, useMemo } from 'react'
import { isSiteDataBlocked } from '@nerdify/browser/browser-storage.ts'
import { useHydrated } from '../../frame/use-hydrated.ts'
import { siteDataTexts } from '../../texts/sign-in.ts'
import { Text } from '@nerdify/ui/page/Layout.tsx'
import { SignInLayout } from '@nerdify/ui/page/SignInLayout.tsx'

/**
 * Says that this browser forgets the session at each full load (AUTH-18); every such load leads to a page with this
 * notice.
 */
function SiteDataNotice() {
  const isHydrated = useHydrated()
  const isBlocked = useMemo(() => isHydrated && isSiteDataBlocked(), [isHydrated])
  return (
    isBlocked && (
      <div role="alert">
        <Text look="muted">{siteDataTexts.blocked}</Text>
      </div>
    )
  )
}

/** A page of the sign-in. */
export const SignInPage = ({ children, ...layout }: ComponentProps<typeof SignInLayout>) => (
  <SignInLayout {...layout}>
    <SiteDataNotice />
    {children}
  </SignInLayout>
)
