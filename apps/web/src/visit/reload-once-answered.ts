/**
 * Runs inline in pages: reloads the page once the server answers (EASE-12). Without scripts a page shows no failure and
 * no retry: the line broke between the page and its scripts, or an upgrade has replaced them. A phone reports itself
 * online before its connection works. The source is inlined, so it uses nothing from outside.
 *
 * @param when at once, for a page that never has its scripts, or only if they fail to load
 * @param pauseMs between tries, besides the one when the device comes online
 */
export function reloadOnceAnswered(
  when: 'now' | 'without scripts',
  pauseMs: number,
  reload: () => void = () => location.reload(),
): void {
  const { reloads = 0 } = (history.state ?? {}) as { reloads?: number }
  let hasBegun = false
  const tryToReload = async () => {
    if (!navigator.onLine || !(await fetch(location.href, { method: 'HEAD' }).catch(() => null))) return
    history.replaceState({ ...history.state, reloads: reloads + 1 }, '')
    reload()
  }
  const begin = () => {
    if (hasBegun) return
    hasBegun = true
    addEventListener('online', tryToReload)
    setInterval(tryToReload, pauseMs)
  }
  if (when === 'now') begin()
  // Scripts that never arrive, such as blocked ones, must not reload a page for ever.
  else if (reloads < 5) {
    // Errors of elements do not bubble. Other scripts are those of the browser's extensions.
    const beginIfOurs = ({ target }: Event) => {
      if (target instanceof HTMLScriptElement && target.getAttribute('src')?.startsWith('/assets/')) begin()
    }
    addEventListener('error', beginIfOurs, true)
  }
}
