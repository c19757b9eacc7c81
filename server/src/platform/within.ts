/**
 * What the work comes to, if it does within so many milliseconds; else `late`. The work itself goes on.
 * @throws whatever `late` makes, or the work's own error
 */
export function withTimeout<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  const clock = Promise.withResolvers<never>()
  const timer = setTimeout(() => clock.reject(late()), ms)
  return Promise.race([work, clock.promise]).finally(() => clearTimeout(timer))
}
