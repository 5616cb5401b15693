/**
 * A reason to stop that a person can act on: a port in use, a data directory in use, a Node that is too old.
 * The commands print its message alone, one sentence without a stack, and end with exit code 1. Every other error is a
 * mistake of ours and keeps its stack.
 */
export class Refusal extends Error {}

/**
 * Runs one command of the project and turns its outcome into the exit code of this process.
 *
 * @param {() => Promise<number>} command answers the exit code
 */
export async function runCommand(command) {
  try {
    process.exitCode = await command()
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error)
    process.exitCode = 1
  }
}
