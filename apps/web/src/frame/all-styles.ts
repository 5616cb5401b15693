import { type ComponentType, lazy } from 'react'

/** The styles that the page brought; built pages alone say what they are. */
const ownStyles = () => document.querySelector<HTMLElement>('style[data-all]')?.dataset

let loading: Promise<void> | undefined

/** The style sheet of all screens, once it is there. What could not be loaded is tried again the next time. */
export function allStyles(): Promise<void> {
  // `vite dev` brings all styles with the code.
  const address = ownStyles()?.all
  if (address === undefined) return Promise.resolve()
  loading ??= new Promise<void>((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      loading = undefined
      reject(new Error('The styles could not be loaded'))
    })
    document.head.append(link)
  })
  return loading
}

/** The styles that the screen of a route needs: at once where the page brought them with it. */
export const stylesOf = (route: string | undefined): Promise<void> =>
  route !== undefined && ownStyles()?.route === route ? Promise.resolve() : allStyles()

/** Loads a part, and the styles of all parts with it. */
export async function withStyles<Part>(load: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([load(), allStyles()])
  return part
}

/** A part of a screen, by its name in the module, that is loaded with the styles of all parts when it is first shown. */
export const lazyPart = <Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => lazy(async () => ({ default: (await withStyles(load))[name] }))
