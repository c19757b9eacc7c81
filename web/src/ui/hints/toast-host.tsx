import { noop } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { loadOnce } from '../../lib/api/load-once.ts'
import { pendingToasts } from './toast.ts'

const toaster = loadOnce(() => import('./toaster.tsx').then(({ Toaster }) => Toaster))

/** Delay after an action, so that its response is loaded first. */
const AFTERWARDS_MS = 1000

/**
 * Toast area. Its renderer loads after the first interaction, so that results are shown even if the connection is lost
 * by then; until it is loaded, messages wait.
 */
export function ToastHost() {
  const [Toaster, setToaster] = useState<Awaited<ReturnType<typeof toaster>>>()
  useEffect(() => {
    const beginning = new AbortController()
    const begin = () =>
      toaster().then((loaded) => {
        beginning.abort()
        setToaster(() => loaded)
        // A failed load is retried on the next message or interaction.
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
