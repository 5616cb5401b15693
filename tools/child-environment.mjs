import { delimiter, dirname, join } from 'node:path'

/**
 * The environment of every process that a command starts: the tools of node_modules and Node 24 are found first, and
 * compiled code is kept between runs, and colours are for a terminal alone.
 *
 * @param {string} root absolute path of the repository
 * @param {string} node absolute path of Node 24
 * @param {NodeJS.ProcessEnv} environment to start from
 * @returns {NodeJS.ProcessEnv}
 */
export function childEnvironment(root, node, environment) {
  // Windows spells the variable "Path"; a second spelling beside it would win or lose by chance.
  const spelling = Object.keys(environment).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  const { FORCE_COLOR: _force, NO_COLOR: _no, ...rest } = environment
  const colours = process.stdout.isTTY && !environment['NO_COLOR'] ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }
  return {
    ...rest,
    ...colours,
    [spelling]: [dirname(node), join(root, 'node_modules', '.bin'), environment[spelling]]
      .filter(Boolean)
      .join(delimiter),
    NODE_COMPILE_CACHE: environment['NODE_COMPILE_CACHE'] ?? join(root, '.cache', 'node'),
  }
}
