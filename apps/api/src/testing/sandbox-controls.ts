import { testProduct } from './running-product.ts'
import { type SandboxControl, setSandbox, untilSandboxIdle } from './sandbox-provider.ts'

/**
 * Steers the sandbox: how its card events travel (`webhooks`), its clock (`advance`), what banks do (`disputes`), what
 * breaks (`faults`), and the age of one subscription.
 */
export async function steer(
  control: SandboxControl,
  values: Record<string, number | boolean | string>,
): Promise<Record<string, unknown>> {
  return setSandbox((await testProduct()).sandboxUrl, control, values)
}

/** Waits until the sandbox owes no call. */
export async function untilIdle(): Promise<void> {
  await untilSandboxIdle((await testProduct()).sandboxUrl)
}
