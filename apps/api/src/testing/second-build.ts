import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const repository = join(import.meta.dirname, '../../../..')
/** The parts that a product needs to run. */
const parts = ['apps/api', 'packages', 'package.json']

/** Another build of the product. */
export interface SecondBuild {
  /** Its main program, as a path from this repository. */
  program: string
  remove(): void
}

/**
 * Creates a build of a revision, or of the current files with further migrations, in a separate folder. It uses the
 * packages installed here, so its dependencies must not have changed.
 */
export function secondBuild(build: { revision: string } | { migrations: Record<string, string> }): SecondBuild {
  const folder = mkdtempSync(join(tmpdir(), 'nerdify-build-'))
  if ('revision' in build) {
    const archive = execFileSync('git', ['archive', build.revision, ...parts], { cwd: repository, maxBuffer: 2 ** 28 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
  } else {
    for (const part of parts) cpSync(join(repository, part), join(folder, part), { recursive: true })
    for (const [name, text] of Object.entries(build.migrations)) {
      writeFileSync(join(folder, 'apps/api/src/database/migrations', name), text)
    }
  }
  // Our own packages come from the build, all others from this repository.
  const installed = join(repository, 'node_modules')
  const linked = join(folder, 'node_modules')
  mkdirSync(join(linked, '@nerdify'), { recursive: true })
  for (const name of readdirSync(installed)) {
    if (name !== '@nerdify') symlinkSync(join(installed, name), join(linked, name))
  }
  for (const name of ['contract', 'domain']) symlinkSync(join(folder, 'packages', name), join(linked, '@nerdify', name))
  return {
    program: join(relative(repository, folder), 'apps/api/src/main.ts'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
