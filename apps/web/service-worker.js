/**
 * The service worker: says in words that a page cannot be reached while the device is offline (UI-05, UI-08). It keeps the
 * offline page and what that page needs, and nothing else: no answer of the API, no page and no file of anybody is ever
 * put into a cache. The build fills in what is kept.
 */
/** @type {string[]} */
const kept = [/* kept */]
const page = '/offline'
const cacheName = 'offline-/* version */'
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self))

worker.addEventListener('install', (event) => {
  worker.skipWaiting()
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(kept)))
})

worker.addEventListener('activate', (event) => {
  const forgetOthers = async () => {
    for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name)
  }
  // The browser asks for the page while this worker starts, so that nobody waits for it.
  event.waitUntil(Promise.all([forgetOthers(), worker.registration.navigationPreload?.enable()]))
})

/** @param {FetchEvent} event */
async function pageFor({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (unreachable) {
    const offline = await caches.match(page)
    if (offline === undefined) throw unreachable
    return offline
  }
}

worker.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') return event.respondWith(pageFor(event))
  const { origin, pathname } = new URL(request.url)
  if (origin === worker.location.origin && kept.includes(pathname)) {
    event.respondWith(caches.match(request).then((found) => found ?? fetch(request)))
  }
})
