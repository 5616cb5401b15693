import { Component, type ReactNode, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Main } from '@nerdify/ui/page/PageFrame.tsx'
import { ScreenError } from './ScreenError.tsx'

/** Shows {@link ScreenError} instead of a screen that could not load or render, until another page opens. */
export class Boundary extends Component<{ path: string; children: ReactNode }, { broken: boolean; path: string }> {
  override state = { broken: false, path: this.props.path }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  static getDerivedStateFromProps({ path }: { path: string }, state: { path: string }) {
    return path === state.path ? null : { broken: false, path }
  }

  override render() {
    return this.state.broken ? <ScreenError /> : this.props.children
  }
}

/** A layout's outlet; the layout stays when a screen breaks. */
export function Screens() {
  const { pathname } = useLocation()
  return (
    <Boundary path={pathname}>
      <Suspense fallback={<Main busy>{null}</Main>}>
        <Outlet />
      </Suspense>
    </Boundary>
  )
}
