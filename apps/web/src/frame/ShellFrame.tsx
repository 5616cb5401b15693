import type { ReactNode } from 'react'
import { Brand, brandClass } from '@nerdify/ui/page/Brand.tsx'
import { Main, PageFrame, SkipLink } from '@nerdify/ui/page/PageFrame.tsx'
import { TopBar } from '@nerdify/ui/page/TopBar.tsx'

/**
 * A client's page until its code loads. `client` is the screen without data, for signed-in people; it takes no input
 * yet. Signed-out people see only the top bar, before their redirect.
 */
export function ShellFrame({ client }: { client: ReactNode }) {
  const bare = (
    <>
      <SkipLink />
      <PageFrame>
        <TopBar
          brand={
            <span className={brandClass()}>
              <Brand />
            </span>
          }
        />
        <Main busy>{null}</Main>
      </PageFrame>
    </>
  )
  if (client === undefined) return bare
  return (
    <>
      <div data-for="anyone">{bare}</div>
      <div data-for="client" inert>
        {client}
      </div>
    </>
  )
}
