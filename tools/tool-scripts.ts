import { join } from 'node:path'
import { repositoryRoot } from './bootstrap.mjs'

/** The script of each tool in node_modules. Node runs it on every system; links and shells do not work everywhere. */
const scripts = {
  biome: '@biomejs/biome/bin/biome',
  knip: 'knip/bin/knip.js',
  oxlint: 'oxlint/bin/oxlint',
  playwright: '@playwright/test/cli.js',
  tsc: 'typescript/bin/tsc',
  vitest: 'vitest/vitest.mjs',
}

/** A tool of node_modules. */
export type Tool = keyof typeof scripts

/** Absolute path of a tool's script. */
export const toolScript = (tool: Tool) => join(repositoryRoot, 'node_modules', scripts[tool])
