import { readFileSync, statSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** A settings file that other users of the machine can read. */
export class OpenFile extends Error {}

/** The path of the settings file: `.env` in the current folder, or ENV_FILE. */
export const settingsFile = (): string => process.env['ENV_FILE'] || '.env'

/**
 * Adds the lines of the settings file to the environment, which takes precedence (GO-01); a no-op without a file.
 *
 * @throws {OpenFile} if users other than its owner can read the file (SAFE-16)
 */
export function loadSettingsFile(path = settingsFile()): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile()) return
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw new OpenFile(`${path} holds secrets and can be read by others: chmod 600 ${path}.`)
  // A byte order mark would be part of the first name.
  const lines = parseEnv(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
  for (const [name, value] of Object.entries(lines)) process.env[name] ??= value
}
