import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actAsOwner } from './look-at-machine.ts'

/** The system calls of this user's process to become the owner of a folder. */
function callsOf(uid: number, folder: string): unknown[] {
  const calls: unknown[] = []
  const call = (name: string) => (to: unknown) => calls.push([name, to])
  actAsOwner(folder, {
    getuid: () => uid,
    setgroups: call('setgroups'),
    setgid: call('setgid'),
    setuid: call('setuid'),
  })
  return calls
}

test('[OPS-03] the doctor of root runs as the owner of DATA_DIR, and other users’ as themselves', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nerdify-owner-'))
  const { uid, gid } = statSync(folder)
  // The group first: without root it could not change.
  const calls = [
    ['setgroups', [gid]],
    ['setgid', gid],
    ['setuid', uid],
  ]
  expect(callsOf(0, folder)).toEqual(calls)
  expect(callsOf(0, join(folder, 'not', 'made', 'yet'))).toEqual(calls)
  expect(callsOf(1000, folder)).toEqual([])
})
