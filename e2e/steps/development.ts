import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const repository = join(import.meta.dirname, '../..')

/** A copy of the sources under `npm run dev`, free to change. */
export interface Development {
  url: string
  sandboxUrl: string
  /** From the command to "Nerdify is ready", in milliseconds. */
  readyMs: number
  /** Replaces one text in a file of the copy; throws if the file lacks it. */
  save(path: string, from: string, to: string): void
  /** Ends it like Ctrl-C; resolves to its exit code. */
  end(): Promise<number | null>
}

/** Copies the files that git tracks or would add, links packages, and links our own packages to the copy's. */
export function copyOfSources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'nerdify-development-'))
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
  })
  for (const path of listed.stdout.split('\0').filter((each) => /^(apps|packages|tools|[^/]+$)/.test(each))) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(repository, path), join(copy, path), { force: true })
  }
  const packages = join(copy, 'node_modules')
  mkdirSync(join(packages, '@nerdify'), { recursive: true })
  for (const name of readdirSync(join(repository, 'node_modules'))) {
    if (name !== '@nerdify' && name !== '.vite')
      symlinkSync(join(repository, 'node_modules', name), join(packages, name))
  }
  for (const name of readdirSync(join(copy, 'packages')))
    symlinkSync(join(copy, 'packages', name), join(packages, '@nerdify', name))
  return copy
}

/** Runs `npm run dev` in the copy, on the four ports from `firstPort` on. */
export async function develop(copy: string, firstPort: number): Promise<Development> {
  const startedAt = Date.now()
  const dev = spawn(process.execPath, ['tools/run.mjs', 'tools/dev.ts'], {
    cwd: copy,
    env: {
      ...process.env,
      NODE_ENV: undefined,
      DATABASE_URL: undefined,
      PORT: String(firstPort),
      FILES_PORT: String(firstPort + 1),
      DESK: 'off',
      SANDBOX_PORT: String(firstPort + 2),
      SANDBOX_SMTP_PORT: String(firstPort + 3),
      DATA_DIR: join(copy, '.data'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => dev.once('close', resolve))
  await waitForOutput(dev, 'Ctrl-C ends it.')
  return {
    url: `http://localhost:${firstPort}`,
    sandboxUrl: `http://127.0.0.1:${firstPort + 2}`,
    readyMs: Date.now() - startedAt,
    save(path, from, to) {
      const file = join(copy, path)
      const text = readFileSync(file, 'utf8')
      if (!text.includes(from)) throw new Error(`${path} does not contain ${from}`)
      writeFileSync(file, text.replace(from, to))
    },
    end() {
      dev.kill('SIGINT')
      return ended
    },
  }
}

function waitForOutput(process: ChildProcess, text: string): Promise<void> {
  let output = ''
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += String(chunk)
      if (output.includes(text)) resolve()
    }
    process.stdout?.on('data', read)
    process.stderr?.on('data', read)
    process.once('close', () => reject(new Error(`It ended without "${text}":\n${output}`)))
  })
}

export const removeCopy = (copy: string) => rmSync(copy, { recursive: true, force: true })
