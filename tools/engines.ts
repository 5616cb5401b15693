import { installDebianPackages, mayInstallDebianPackages } from './debian.ts'
import { findOnPath } from './find-program.ts'

/** The engines beside Chromium that journeys run in (UI-09): their programs, and the packages of Debian that have them. */
const engines = [
  { name: 'Firefox', programs: ['firefox-esr'], packages: ['firefox-esr'] },
  { name: 'WebKit', programs: ['WebKitWebDriver', 'Xvfb'], packages: ['webkit2gtk-driver', 'xvfb'] },
] as const

/**
 * Installs from Debian what the journeys in Firefox and WebKit need and this machine lacks. Where that is not possible,
 * one line says what cannot run.
 *
 * @param say shows progress
 * @returns the engines that are not here
 */
export function provideEngines(environment: NodeJS.ProcessEnv, say: (text: string) => void): string[] {
  const missing = () =>
    engines.filter(({ programs }) => programs.some((program) => findOnPath(program, environment) === undefined))
  const packages = missing().flatMap((engine) => engine.packages)
  if (packages.length > 0 && mayInstallDebianPackages()) installDebianPackages(packages, say)
  for (const { name, programs } of missing()) say(`No journey runs in ${name}: ${programs.join(' or ')} is missing.\n`)
  return missing().map(({ name }) => name)
}
