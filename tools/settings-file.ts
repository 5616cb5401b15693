import { loadSettingsFile, OpenFile } from '../apps/api/src/env-file.ts'
import { Refusal } from './bootstrap.mjs'

/**
 * Adds the lines of `.env` to the environment, as the product does (GO-01).
 *
 * @throws {Refusal} if others can read the file
 */
export function loadSettings(): void {
  // Another database than the file's has another way past its pooler.
  if (process.env['DATABASE_URL']) process.env['BACKUP_DATABASE_URL'] ??= ''
  try {
    loadSettingsFile()
  } catch (error) {
    throw error instanceof OpenFile ? new Refusal(error.message) : error
  }
}
