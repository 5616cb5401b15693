/** A program that takes a data directory, as the product does, and keeps it until it is killed. It takes its path. */
import { lockDataDirectory } from '../database/embedded/directory-lock.ts'

const [dataDir = ''] = process.argv.slice(2)
lockDataDirectory(dataDir)
process.stdout.write('held\n')
setTimeout(() => undefined, 2 ** 30)
