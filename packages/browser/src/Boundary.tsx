import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  path: string
  fallback: ReactNode
  children: ReactNode
}

/** Shows `fallback` instead of a screen that could not load or render, until another page opens. */
export class Boundary extends Component<BoundaryProps, { broken: boolean; path: string }> {
  override state = { broken: false, path: this.props.path }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  static getDerivedStateFromProps({ path }: { path: string }, state: { path: string }) {
    return path === state.path ? null : { broken: false, path }
  }

  override render() {
    return this.state.broken ? this.props.fallback : this.props.children
  }
}
