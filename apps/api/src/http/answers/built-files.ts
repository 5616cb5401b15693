import type { FastifyStaticOptions } from '@fastify/static'

/** The folder of files whose names change with their content. */
export const builtAssets = '/assets/'

/**
 * Serves the files of a built app, compressed if the browser accepts that: browsers cache assets permanently, and
 * revalidate pages. `head` sets further headers of a file by its path.
 */
export const builtFiles = (
  directory: string,
  head?: NonNullable<FastifyStaticOptions['setHeaders']>,
): FastifyStaticOptions => ({
  root: directory,
  wildcard: false,
  index: false,
  preCompressed: true,
  globIgnore: ['**/*.br', '**/*.gz'],
  cacheControl: false,
  setHeaders(response, path, stat) {
    response.header('cache-control', path.includes(builtAssets) ? 'public, max-age=31536000, immutable' : 'no-cache')
    head?.(response, path, stat)
  },
})
