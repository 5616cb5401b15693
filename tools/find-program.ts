import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Absolute path of a program on the PATH; undefined if absent. */
export function findOnPath(name: string, environment: NodeJS.ProcessEnv) {
  return (environment['PATH'] ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}
