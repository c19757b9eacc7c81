import { noop } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { loadOnce } from '../../lib/api/load-once.ts'
import { pendingToasts } from './toast.ts'

const toaster = loadOnce(() => import('./toaster.tsx').then(({ Toaster }) => Toaster))

/** What somebody has just done is answered first. */
const AFTERWARDS_MS = 1000

/**
 * Where messages are shown. What draws them comes soon after somebody begins to do something, so that it is there when
 * he is told how that ended, though the connection be lost by then; until it has come, messages wait.
 */
export function ToastHost() {
  const [Toaster, setToaster] = useState<Awaited<ReturnType<typeof toaster>>>()
  useEffect(() => {
    const beginning = new AbortController()
    const begin = () =>
      toaster().then((loaded) => {
        beginning.abort()
        setToaster(() => loaded)
        // Tried again as soon as there is more to say, or more is done.
      }, noop)
    const beginSoon = () => setTimeout(() => void begin(), AFTERWARDS_MS)
    for (const event of ['pointerdown', 'keydown', 'online'])
      addEventListener(event, beginSoon, { signal: beginning.signal, passive: true })
    const { unsubscribe } = pendingToasts.subscribe(() => void begin())
    if (pendingToasts.get().length > 0) void begin()
    return () => {
      beginning.abort()
      unsubscribe()
    }
  }, [])
  return Toaster && <Toaster position="top-center" />
}
