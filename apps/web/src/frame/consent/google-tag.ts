import { webRouteShapedLike } from '@nerdify/contract/web-routes.ts'

declare global {
  interface Window {
    /** The command queue of Google's tags. */
    dataLayer?: unknown[]
  }
}

/** Pushes a command to the tags' queue. Tags read only `arguments` objects. */
export const pushToTags = function (..._command: unknown[]) {
  window.dataLayer ??= []
  window.dataLayer.push(arguments)
}

/** Whether the page's address contains a key, in any letter case: no tag may read it. */
export const isKeyPage = (pathname: string): boolean => webRouteShapedLike(pathname.toLowerCase())?.page === 'key'

const tagHost = 'https://www.googletagmanager.com/'

/** Loads the tag, once per page; its consents are already pushed (CONS-04). */
export function loadTag(id: string): void {
  if (document.querySelector(`script[src^="${tagHost}"]`) !== null) return
  const isManager = id.startsWith('GTM-')
  if (isManager) {
    window.dataLayer?.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
  } else {
    pushToTags('js', new Date())
    pushToTags('config', id)
  }
  const script = document.createElement('script')
  script.async = true
  script.src = `${tagHost}${isManager ? 'gtm.js' : 'gtag/js'}?id=${id}`
  document.head.append(script)
}
