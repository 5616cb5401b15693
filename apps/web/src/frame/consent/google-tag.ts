import { webRouteShapedLike } from '@nerdify/contract/web-routes.ts'

declare global {
  interface Window {
    /** The command queue of Google's tags. */
    dataLayer?: unknown[]
  }
}

/** Pushes a command to the tags' queue. They read only `arguments` objects. */
export const pushToTags = function (..._command: unknown[]) {
  window.dataLayer ??= []
  window.dataLayer.push(arguments)
}

/** Whether the page's address contains a key, in letters of any case: no tag may read it. */
export const isKeyPage = (pathname: string): boolean => webRouteShapedLike(pathname.toLowerCase())?.page === 'key'

const tags = 'https://www.googletagmanager.com/'

/** Loads the tag, once a page; its consents are already pushed (CONS-04). */
export function loadTag(id: string): void {
  if (document.querySelector(`script[src^="${tags}"]`) !== null) return
  const isManager = id.startsWith('GTM-')
  if (isManager) {
    window.dataLayer?.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
  } else {
    pushToTags('js', new Date())
    pushToTags('config', id)
  }
  const script = document.createElement('script')
  script.async = true
  script.src = `${tags}${isManager ? 'gtm.js' : 'gtag/js'}?id=${id}`
  document.head.append(script)
}
