import { expect } from 'vitest'
import { runOperations } from '../../../../tools/run-operations.ts'
import { testProduct } from './running-product.ts'

/**
 * Runs a command of `npm run ops` against the product of this run, as the machine; returns its output.
 *
 * @param folder where the tool would keep a session
 */
export async function ops(words: readonly string[], folder: string): Promise<string> {
  const { settings, url } = await testProduct()
  const { operationsToken, companyZone } = settings
  const printed: string[] = []
  const print = (line: string) => printed.push(line)
  const environment = {
    OPERATIONS_TOKEN: operationsToken,
    PUBLIC_URL: url,
    XDG_STATE_HOME: folder,
    COMPANY_TIMEZONE: companyZone,
  }
  const status = await runOperations(words, environment, { log: print, error: print })
  expect({ words, status, printed }).toMatchObject({ status: 0 })
  return printed.join('\n')
}
