import { join } from 'node:path'
import { repositoryRoot } from './bootstrap.mjs'

/** The script of each tool in node_modules. Node can run it on every system, unlike links and shells. */
const scripts = {
  biome: '@biomejs/biome/bin/biome',
  knip: 'knip/bin/knip.js',
  oxlint: 'oxlint/bin/oxlint',
  playwright: '@playwright/test/cli.js',
  tsc: 'typescript/bin/tsc',
  vitest: 'vitest/vitest.mjs',
}

export type Tool = keyof typeof scripts

/** Absolute path of a tool's script. */
export const toolScript = (tool: Tool) => join(repositoryRoot, 'node_modules', scripts[tool])
