import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute path of the repository, wherever the command was called from. */
export const repositoryRoot = dirname(dirname(fileURLToPath(import.meta.url)))
