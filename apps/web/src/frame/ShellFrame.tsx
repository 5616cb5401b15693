import type { ReactNode } from 'react'
import { Brand, brandClass } from '../ui/page/Brand.tsx'
import { Main, PageFrame, SkipLink } from '../ui/page/PageFrame.tsx'
import { TopBar } from '../ui/page/TopBar.tsx'

/**
 * What a page of a client shows until its code is there. `client` is the screen as it is before its data, for people who are
 * signed in; it takes no input yet. The others are led elsewhere, and see the top bar alone.
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
