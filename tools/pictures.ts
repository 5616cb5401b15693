/** `npm run pictures`: takes README's pictures from the running product, into docs/pictures. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { repositoryRoot, runCommand, say } from './bootstrap.mjs'
import { provideChromium } from './chromium.ts'
import { toolScript } from './tool-scripts.ts'

await runCommand(async () => {
  const { status } = spawnSync(process.execPath, [toolScript('playwright'), 'test', '--config=pictures.config.ts'], {
    cwd: join(repositoryRoot, 'e2e'),
    env: { ...process.env, CHROMIUM_PATH: provideChromium(process.env, say) },
    stdio: 'inherit',
  })
  return status ?? 1
})
