import { fork } from 'node:child_process'
import type { Logger } from 'pino'
import { loggable } from '../platform/telemetry/log-error.ts'

const SMALL = ['--max-semi-space-size=2', '--max-old-space-size=128']

/**
 * Starts a simulated base of 1C in a child process, which ends with the server.
 * @param origin address of the portal on this machine
 * @returns a function that stops it
 */
export function startOneC(origin: string, access: { login: string; password: string }, log: Logger): () => void {
  const child = fork(
    new URL('../simulator/start.ts', import.meta.url),
    ['one-c', `${origin}/exchange/1c`, access.login],
    { execArgv: SMALL, env: { ...process.env, ONE_C_PASSWORD: access.password } },
  )
  child.on('error', (error) => log.error({ err: loggable(error) }, 'the simulated 1C did not start'))
  return () => child.kill()
}
