import { Boundary } from '@nerdify/browser/Boundary.tsx'
import { Main } from '@nerdify/ui/page/PageFrame.tsx'
import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { ScreenError } from './ScreenError.tsx'

/** A layout's outlet; the layout stays when a screen breaks. */
export function Screens() {
  const { pathname } = useLocation()
  return (
    <Boundary path={pathname} fallback={<ScreenError />}>
      <Suspense fallback={<Main busy>{null}</Main>}>
        <Outlet />
      </Suspense>
    </Boundary>
  )
}
