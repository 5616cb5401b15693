/** A program that locks a data directory like the product, until it is killed. Its argument is the directory's path. */
import { lockDataDirectory } from '../database/embedded/directory-lock.ts'

const [dataDir = ''] = process.argv.slice(2)
lockDataDirectory(dataDir)
process.stdout.write('held\n')
setTimeout(() => undefined, 2 ** 30)
