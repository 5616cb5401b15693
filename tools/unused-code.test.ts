import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repositoryRoot } from './bootstrap.mjs'
import { toolScript } from './tool-scripts.ts'

/** A small repository with our knip.json, and one unused thing of every kind. */
const planted = {
  'package.json': '{"name":"r","private":true,"type":"module","workspaces":["packages/*","apps/*"]}',
  'packages/domain/package.json':
    '{"name":"@nerdify/domain","private":true,"type":"module","exports":{"./*":"./src/*"},"dependencies":{"never-imported":"1.0.0"}}',
  'packages/domain/src/rules.ts': 'export const asked = 1\nexport const askedByNobody = 2\n',
  'apps/api/package.json':
    '{"name":"@nerdify/api","private":true,"type":"module","dependencies":{"@nerdify/domain":"0.1.0"}}',
  'apps/api/src/main.ts': "import { asked } from '@nerdify/domain/rules.ts'\nprocess.exitCode = asked\n",
  'apps/api/src/left-over.ts': 'process.exitCode = 1\n',
  'apps/web/package.json':
    '{"name":"@nerdify/web","private":true,"type":"module","devDependencies":{"@storybook/react-vite":"1.0.0"}}',
  'apps/web/.storybook/main.ts': "export default { stories: ['../src/**/*.stories.tsx'] }\n",
  'apps/web/src/main.tsx': 'document.title = "x"\n',
  'apps/web/src/ui/Toast.tsx': 'export const Toast = () => null\n',
  'apps/web/src/ui/Toast.stories.tsx': "import { Toast } from './Toast.tsx'\nexport default { component: Toast }\n",
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unused-code-'))
  for (const [path, text] of Object.entries(planted)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  cpSync(join(repositoryRoot, 'knip.json'), join(folder, 'knip.json'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const knip = (...args: string[]) =>
  spawnSync(process.execPath, [toolScript('knip'), '--no-config-hints', ...args], {
    cwd: folder,
    encoding: 'utf8',
  })

test('[DEV-04] the lint fails for an unused file, export and package', () => {
  const { status, stdout } = knip()
  for (const name of ['left-over.ts', 'askedByNobody', 'never-imported']) expect(stdout).toContain(name)
  expect(stdout).not.toMatch(/\basked\b/)
  expect(stdout).not.toContain('Toast.tsx')
  expect(status).toBe(1)
})

test('[DEV-04] the lint fails for a part that only its stories use', () => {
  const { status, stdout } = knip('--production', '--include', 'files')
  expect(stdout).toContain('apps/web/src/ui/Toast.tsx')
  expect(stdout).not.toContain('Toast.stories.tsx')
  expect(status).toBe(1)
})
