import { findAll, type Finding, type SourceFile } from './files.ts'

/** File names that say nothing about the content. */
const drawer = /(^|\/)(utils?|helpers?|common|misc)(\.|\/|$)/i

/** Files and folders whose name says nothing about their content. */
export function vagueFileNames(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => drawer.test(path))
    .map(({ path }) => ({ path, line: 1, message: 'A file is called by what it holds, not by a drawer.' }))
}

/** Split, so that this file does not match itself. */
const unfinished = /\b(TO{1}DO|FIX{1}ME|XX{1}X|HAC{1}K)\b/g

/** Marks of unfinished work. */
export function unfinishedWork(files: readonly SourceFile[]): Finding[] {
  return files.flatMap((file) => findAll(file, unfinished, ([mark]) => `"${mark}": finish it, or leave it out.`))
}

/** A path in a home directory or a machine's work folder. */
const machinePath =
  /(?<![\w.$}*/-])\/(?:home|Users|root|work|workspace|workspaces|builds)\/[\w.@-]+|\b[A-Z]:\\\\?Users\\/g

/** A package registry, which depends on the machine. */
const registryHost = /\bregistry\.[\w-]+\.(?:org|com|io|dev)\b|\/artifactory\/|\bnpm\.pkg\.github\.com\b/g

/**
 * Traces of the author's machine.
 *
 * @param root absolute path of the repository on this machine
 */
export function machineTraces(files: readonly SourceFile[], root: string): Finding[] {
  const own = new RegExp(root.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'g')
  return files.flatMap((file) => [
    ...findAll(file, machinePath, ([path]) => `"${path}" is a path of one machine.`),
    ...findAll(file, own, ([path]) => `"${path}" is a path of this machine.`),
    ...findAll(file, registryHost, ([host]) => `"${host}" is a registry; which one is used is up to each machine.`),
  ])
}

/**
 * Registries in a lock file.
 *
 * @param lock text of package-lock.json
 */
export function lockedRegistries(lock: string): Finding[] {
  return findAll(
    { path: 'package-lock.json', text: lock },
    /"resolved": "(https?:[^"]*)"/g,
    ([, url]) =>
      `"${url}" ties the lock to one registry: npm writes it without, with omit-lockfile-registry-resolved in .npmrc.`,
  )
}
