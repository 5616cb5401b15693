import { cabinetOverlayPath } from '@nerdify/contract/cabinet-overlays.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { session } from '../visit/session.ts'
import { frameTexts } from '../texts/frame.ts'
import { type ButtonLook, buttonClass } from '@nerdify/ui/actions/Button.tsx'
import { BackLabel, linkClass } from '@nerdify/ui/actions/TextLink.tsx'

type LinkProps = Omit<ComponentProps<typeof Link>, 'className'>

/** A link that looks like a button. */
export const ButtonLink = ({ variant, size, block, ...link }: LinkProps & ButtonLook) => (
  <Link {...link} className={buttonClass({ variant, size, block })} />
)

/** A link on its own line; inside a sentence use a plain `Link`. */
export const LineLink = (link: LinkProps) => <Link {...link} className={linkClass()} />

/** A link one step back, with an arrow. */
export const BackLink = ({ children, ...link }: LinkProps) => (
  <Link {...link} className={linkClass('back')}>
    <BackLabel>{children}</BackLabel>
  </Link>
)

/** "Contact us" in a sentence: with a signed-in client's order the conversation about it (TALK-02), else the page. */
export const ContactUs = ({ orderId }: { orderId?: string | undefined }) => (
  <Link
    to={
      orderId === undefined || session.clientId() === undefined
        ? webPaths.contactUs()
        : cabinetOverlayPath({ name: 'messages', orderId })
    }
  >
    {frameTexts.contactUs}
  </Link>
)
