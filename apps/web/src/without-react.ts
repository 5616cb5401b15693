/**
 * Stands in for React and the router where a part of a screen is drawn once before they are there (`vite.config.ts` puts it in
 * their place): makes elements of the same parts, without state, effects and events. Texts become text nodes, never markup.
 */
import type { ReactNode } from 'react'

interface Described {
  type: string | ((props: Props) => unknown)
  props: Props
}

type Props = Record<string, unknown> & { children?: unknown }

/** What a part renders, described; its key is for React alone. */
export const jsx = (type: Described['type'], props: Props): Described => ({ type, props })
export { jsx as jsxs }
/** Parts beside one another. */
export const Fragment = ({ children }: Props): unknown => children
/** Each part is drawn once. */
export const memo = <Component>(component: Component): Component => component

let ids = 0
/** An id that no other part has. */
export const useId = (): string => {
  ids += 1
  return `first-${ids}`
}

/** A link leads nowhere yet: what is drawn takes no input. */
export const Link = ({ to: _to, state: _state, ...props }: Props): Described => jsx('a', props)
/** So the addresses of the app need not be in the page. */
export const webPaths = new Proxy({}, { get: () => () => '' })

const svgNamespace = 'http://www.w3.org/2000/svg'

/** The name of an attribute, for the few that React calls otherwise. */
const attributeOf = (name: string): string =>
  name === 'className' ? 'class' : name.replace(/^stroke[A-Z]/, (start) => `stroke-${start.slice(-1).toLowerCase()}`)

/** Draws at the end of `parent` what a part renders. */
export function draw(parent: Element, node: ReactNode): void {
  drawAny(parent, node)
}

function drawAny(parent: Element, node: unknown): void {
  if (Array.isArray(node)) {
    for (const each of node) drawAny(parent, each)
  } else if (typeof node === 'string' || typeof node === 'number') {
    parent.append(String(node))
  } else if (typeof node === 'object' && node !== null) {
    const { type, props } = node as Described
    if (typeof type === 'function') drawAny(parent, type(props))
    else drawElement(parent, type, props)
  }
}

function drawElement(parent: Element, type: string, { children, style, ...props }: Props): void {
  const element = document.createElementNS(type === 'svg' ? svgNamespace : parent.namespaceURI, type)
  for (const [name, value] of Object.entries(props)) {
    const isAttribute =
      name !== 'href' && value !== undefined && value !== null && value !== false && typeof value !== 'function'
    if (isAttribute) element.setAttribute(attributeOf(name), String(value))
  }
  for (const [name, value] of Object.entries(style ?? {})) {
    ;(element as HTMLElement).style.setProperty(name, String(value))
  }
  drawAny(element, children)
  parent.append(element)
}
