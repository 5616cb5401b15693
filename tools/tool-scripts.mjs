import { join } from 'node:path'

/** The script of each tool in node_modules, to be run with Node: that works on every system, links and shells do not. */
const scripts = {
  biome: '@biomejs/biome/bin/biome',
  knip: 'knip/bin/knip.js',
  oxlint: 'oxlint/bin/oxlint',
  playwright: '@playwright/test/cli.js',
  tsc: 'typescript/bin/tsc',
  vitest: 'vitest/vitest.mjs',
}

/**
 * Absolute path of a tool's script.
 *
 * @param {string} root absolute path of the repository
 * @param {keyof typeof scripts} tool
 */
export const toolScript = (root, tool) => join(root, 'node_modules', scripts[tool])
