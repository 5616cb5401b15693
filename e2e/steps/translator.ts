import type { Page } from '@playwright/test'

/**
 * Runs in the page before any script and imitates Chrome's translator: replaces each new text by a copy in two `<font>`
 * elements, while React keeps the original. A later change of the original is a console error.
 */
function replaceTexts(): void {
  const replaced = new WeakSet<Node>()
  const untouched = 'font, script, style, noscript, textarea, svg'
  const replace = (text: Text) => {
    if (text.data === '' || text.parentElement === null || text.parentElement.closest(untouched) !== null) return
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    inner.textContent = text.data
    outer.append(inner)
    replaced.add(text)
    text.replaceWith(outer)
  }
  const replaceIn = (root: Node) => {
    const texts: Text[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    if (root instanceof Text) texts.push(root)
    while (walker.nextNode() !== null) texts.push(walker.currentNode as Text)
    texts.forEach(replace)
  }
  const observer = new MutationObserver((changes) => {
    if (document.body === null) return
    for (const { target, addedNodes } of changes) {
      if (target instanceof Text && target.isConnected) replaceIn(target)
      for (const node of addedNodes) if (document.body.contains(node)) replaceIn(node)
    }
  })
  observer.observe(document, { childList: true, characterData: true, subtree: true })

  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue') as Required<PropertyDescriptor>
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string) {
      if (replaced.has(this)) console.error(`Nobody sees that "${this.nodeValue}" became "${text}"`)
      value.set.call(this, text)
    },
  })
}

/** From the next page on, an imitated translator replaces every text. */
export const translatePages = (page: Page): Promise<unknown> => page.addInitScript(replaceTexts)
