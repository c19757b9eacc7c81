import { useEffect, useState } from 'react'

/** Returns the value after typing has paused. */
export function useDebouncedValue<T>(value: T, pause = 400): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return settled
}
