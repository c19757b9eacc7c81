import { useSyncExternalStore } from 'react'

function everySecond(tick: () => void) {
  const timer = setInterval(tick, 1000)
  return () => clearInterval(timer)
}
const thisSecond = () => Math.floor(Date.now() / 1000) * 1000

/** Current time in milliseconds, rounded to whole seconds, for countdowns. */
export const useThisSecond = () => useSyncExternalStore(everySecond, thisSecond)
