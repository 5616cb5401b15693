import { installDebianPackages, mayInstallDebianPackages } from './debian.ts'
import { findOnPath } from './find-program.ts'

/** The engines of journeys besides Chromium (UI-09): their programs, and the Debian packages with these. */
const engines = [
  { name: 'Firefox', programs: ['firefox-esr'], packages: ['firefox-esr'] },
  { name: 'WebKit', programs: ['WebKitWebDriver', 'Xvfb'], packages: ['webkit2gtk-driver', 'xvfb'] },
] as const

/**
 * Installs the missing Debian packages for journeys in Firefox and WebKit. If it cannot, it reports each engine in which
 * no journey runs.
 *
 * @param say shows progress
 * @returns the missing engines
 */
export function provideEngines(environment: NodeJS.ProcessEnv, say: (text: string) => void): string[] {
  const missing = () =>
    engines.filter(({ programs }) => programs.some((program) => findOnPath(program, environment) === undefined))
  const packages = missing().flatMap((engine) => engine.packages)
  if (packages.length > 0 && mayInstallDebianPackages()) installDebianPackages(packages, say)
  for (const { name, programs } of missing()) say(`No journey runs in ${name}: ${programs.join(' or ')} is missing.\n`)
  return missing().map(({ name }) => name)
}
