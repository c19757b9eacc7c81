import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../../platform/errors.ts'

const AT_ONCE = 2
const QUEUE = 200
const PATIENCE_MS = 10_000

/** Argon2id m = 19 MiB, t = 2, p = 1 (OWASP): the library's defaults. */
export const hashPassword = (password: string): Promise<string> => withTurn(() => hash(password))

/**
 * @param gate check run when the turn comes: concurrent failures may forbid this attempt
 * @throws AppError `auth.too_many_attempts` when the queue is full, plus any error of `gate`
 */
export const matchesPassword = (password: string, stored: string, gate: () => Promise<void>): Promise<boolean> =>
  withTurn(async () => {
    await gate()
    return verify(stored, password)
  })

let running = 0
const waiting: (() => void)[] = []

/**
 * Limits hashing, which occupies a whole core, to two at once with a bounded queue, so that other requests are not
 * slowed down.
 */
async function withTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await waitForTurn()
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

function waitForTurn(): Promise<void> {
  if (waiting.length >= QUEUE) throw new AppError('auth.too_many_attempts', { retryAfter: 10 })
  return new Promise((resolve, reject) => {
    const turn = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(turn), 1)
      reject(new AppError('auth.too_many_attempts', { retryAfter: 10 }))
    }, PATIENCE_MS)
    waiting.push(turn)
  })
}
