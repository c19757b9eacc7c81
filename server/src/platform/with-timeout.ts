/**
 * Returns the result of the work within the time limit in milliseconds; else throws `late`. The work itself continues.
 * @throws the error created by `late`, or the work's own error
 */
export function withTimeout<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  const clock = Promise.withResolvers<never>()
  const timer = setTimeout(() => clock.reject(late()), ms)
  return Promise.race([work, clock.promise]).finally(() => clearTimeout(timer))
}
