import { join, relative } from 'node:path'
import {
  isArrowFunction,
  isBinaryExpression,
  isConditionalExpression,
  isFunctionDeclaration,
  isIdentifier,
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isJsxSelfClosingElement,
  isJsxText,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isTypeAliasDeclaration,
  isVariableDeclaration,
  type JsxChild,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { API, type Checker, type Project, SignatureKind, SymbolFlags, type Type } from 'typescript/unstable/sync'
import { type Finding, isProductCode } from './files.ts'

/** The project with all screens. */
const screenProject = 'tsconfig.browser.json'

/** Declares the type `Elements`: nodes without bare text. */
const elementsFile = 'packages/ui/src/elements.ts'

/** `changing text` may also come and go; `passing element` comes and goes and is never text. */
type Content = 'element' | 'passing element' | 'fixed text' | 'changing text'

/** These render no element: their children are children of the surrounding element. */
const withoutElement = /^(Suspense|StrictMode|Activity|Fragment|.+\.Provider)$/

/**
 * Texts of the screens that React cannot remove, move or change once a browser's translator has replaced them
 * (EASE-16). A text is safe alone in its element, or if no sibling comes, goes or changes. Fragments must not contain
 * bare text, and a component returns elements.
 *
 * @param root absolute path of the repository
 * @param planted texts that replace files of the work tree, by path from the root; only they are searched
 */
export function bareTexts(root: string, planted: Readonly<Record<string, string>> = {}): Finding[] {
  const isPlanted = Object.keys(planted).length > 0
  const include = [...Object.keys(planted), elementsFile]
  const config = isPlanted ? 'tsconfig.planted.json' : screenProject
  const inMemory: Readonly<Record<string, string>> = {
    ...planted,
    [config]: JSON.stringify({ extends: `./${screenProject}`, include }),
  }
  const readFile = (path: string) => inMemory[relative(root, path)]
  const api = new API({ cwd: root, ...(isPlanted && { fs: { readFile } }) })
  try {
    const [project] = api.updateSnapshot({ openProjects: [join(root, config)] }).getProjects()
    if (project === undefined) throw new Error(`${config} was not read`)
    const elements = elementsType(project, join(root, elementsFile))
    return project.rootFiles.flatMap((name) => {
      const path = relative(root, name)
      const isSearched = isPlanted ? path in planted : path.endsWith('.tsx') && isProductCode(path)
      const file = isSearched ? project.program.getSourceFile(name) : undefined
      return file === undefined ? [] : new TextFinder(path, file, project.checker, elements).find(file)
    })
  } finally {
    api.close()
  }
}

function elementsType({ program, checker }: Project, path: string): Type {
  const alias = program.getSourceFile(path)?.statements.find(isTypeAliasDeclaration)
  const type = alias && checker.getTypeFromTypeNode(alias.type)
  if (type === undefined) throw new Error(`${path} does not declare the type of elements`)
  return type
}

class TextFinder {
  readonly #path: string
  readonly #file: SourceFile
  readonly #checker: Checker
  readonly #elements: Type

  constructor(path: string, file: SourceFile, checker: Checker, elements: Type) {
    this.#path = path
    this.#file = file
    this.#checker = checker
    this.#elements = elements
  }

  /** The findings in a node and its descendants. */
  find(node: Node): Finding[] {
    const found = isJsxElement(node) || isJsxFragment(node) ? this.#childrenOf(node) : []
    if (isComponent(node) && this.#returnsText(node)) found.push(this.#finding(node, 'A component returns an element'))
    node.forEachChild((child) => void found.push(...this.find(child)))
    return found
  }

  #childrenOf(node: Node & { children: readonly JsxChild[] }): Finding[] {
    const hasElement = isJsxElement(node) && !withoutElement.test(this.#textOf(node.openingElement.tagName))
    const children = node.children.flatMap((child) => {
      const content = this.#contentOf(child)
      return content === undefined ? [] : [{ child, content }]
    })
    const isAlone = children.length === 1
    const isStill = children.every(({ content }) => content === 'element' || content === 'fixed text')
    if (hasElement && (isAlone || isStill)) return []
    return children
      .filter(({ content }) => content.endsWith('text'))
      .map(({ child }) => this.#finding(child, `"${this.#textOf(child)}" needs an element of its own`))
  }

  #contentOf(child: JsxChild): Content | undefined {
    if (isJsxText(child)) return child.text.trim() === '' && child.text.includes('\n') ? undefined : 'fixed text'
    if (!isJsxExpression(child)) return this.#valueOf(child)
    return child.expression && this.#valueOf(child.expression)
  }

  #valueOf(value: Node): Content {
    if (isParenthesizedExpression(value)) return this.#valueOf(value.expression)
    if (isJsxFragment(value)) return 'element'
    if (isJsxElement(value)) return this.#elementOf(value.openingElement.tagName)
    if (isJsxSelfClosingElement(value)) return this.#elementOf(value.tagName)
    if (isConditionalExpression(value)) return this.#eitherOf(value.whenTrue, value.whenFalse)
    if (isBinaryExpression(value) && value.operatorToken.kind === SyntaxKind.AmpersandAmpersandToken) {
      return this.#eitherOf(value.right)
    }
    const type = this.#checker.getTypeAtLocation(value)
    if (type?.isStringLiteralType() || this.#isImported(value)) return 'fixed text'
    return this.#isElements(type) ? 'passing element' : 'changing text'
  }

  #eitherOf(...values: Node[]): Content {
    return values.some((value) => this.#valueOf(value).endsWith('text')) ? 'changing text' : 'passing element'
  }

  /** An HTML tag is always present; a component of ours, if it always returns an element. */
  #elementOf(tag: Node): Content {
    const name = this.#textOf(tag)
    if (/^[a-z]/.test(name) || withoutElement.test(name)) return 'element'
    const type = this.#checker.getTypeAtLocation(tag)
    const [signature] = type === undefined ? [] : this.#checker.getSignaturesOfType(type, SignatureKind.Call)
    const returned = signature && this.#checker.getReturnTypeOfSignature(signature)
    const isThere = returned === undefined || this.#checker.typeToString(returned) === 'Element'
    return isThere || this.#isOfLibrary(tag) ? 'element' : 'passing element'
  }

  /** Libraries' components, such as the router's links, are typed as any node and return an element. */
  #isOfLibrary(tag: Node) {
    const symbol = this.#checker.getSymbolAtLocation(tag)
    if (symbol === undefined || (symbol.flags & SymbolFlags.Alias) === 0) return false
    return this.#checker.getAliasedSymbol(symbol).declarations.some(({ path }) => path.includes('/node_modules/'))
  }

  /** Exports of `texts/` do not change while a page is open. */
  #isImported(value: Node): boolean {
    if (isPropertyAccessExpression(value)) return this.#isImported(value.expression)
    const symbol = isIdentifier(value) ? this.#checker.getSymbolAtLocation(value) : undefined
    return symbol !== undefined && (symbol.flags & SymbolFlags.Alias) !== 0
  }

  #returnsText(component: Node) {
    const signature = this.#checker.getSignatureFromDeclaration(component)
    return signature !== undefined && !this.#isElements(this.#checker.getReturnTypeOfSignature(signature))
  }

  #isElements(type: Type | undefined) {
    return type !== undefined && this.#checker.isTypeAssignableTo(type, this.#elements)
  }

  #textOf(node: Node) {
    return this.#file.text.slice(node.pos, node.end).trim()
  }

  #finding(node: Node, message: string): Finding {
    const before = this.#file.text.slice(0, node.end).trimEnd()
    return { path: this.#path, line: before.split('\n').length, message }
  }
}

/** Whether JSX can use the function as a component. */
function isComponent(node: Node): boolean {
  if (isFunctionDeclaration(node)) return /^[A-Z]/.test(node.name?.text ?? '')
  if (!isArrowFunction(node) || !isVariableDeclaration(node.parent)) return false
  return isIdentifier(node.parent.name) && /^[A-Z]/.test(node.parent.name.text)
}
