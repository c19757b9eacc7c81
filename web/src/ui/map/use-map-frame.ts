import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useIsDark } from '../../lib/browser/theme.ts'
import type { MapStatus } from './map-loader.ts'
import { FromFrame, readMessage, type LngLat, type MapPoint, type ToFrame } from './map-messages.ts'

/** A frame without a message within this time has failed to load. */
const SILENCE_MS = 5000

interface Scene {
  points: readonly MapPoint[]
  selectedId: number | null
  onSelect?: ((id: number) => void) | undefined
  onPick?: ((coordinates: LngLat) => void) | undefined
}

/** The page's side of the communication with the map frame. */
export function useMapFrame({ points, selectedId, onSelect, onPick }: Scene) {
  const isDark = useIsDark()
  const frame = useRef<HTMLIFrameElement>(null)
  const [status, setStatus] = useState<MapStatus>('pending')
  const [hasSpoken, setSpoken] = useState(false)
  // Identity of the frame: one that did not load cannot be told to retry and is replaced.
  const [attempt, setAttempt] = useState(0)

  const send = (message: ToFrame) => frame.current?.contentWindow?.postMessage(message, location.origin)
  const show = () =>
    send({
      type: 'map.show',
      scene: { points: [...points], selectedId, isDark, isPicking: onPick !== undefined },
    })
  const onMessage = useEffectEvent((event: MessageEvent) => {
    const source = frame.current?.contentWindow ?? null
    const message = readMessage(FromFrame, event, { source, origin: location.origin })
    if (message?.type === 'map.selected') onSelect?.(message.id)
    if (message?.type === 'map.picked') onPick?.(message.coordinates)
    if (message?.type !== 'map.status') return
    setSpoken(true)
    setStatus(message.status)
    if (message.status === 'pending') show()
  })
  useEffect(() => {
    const listener = (event: MessageEvent) => onMessage(event)
    window.addEventListener('message', listener)
    return () => window.removeEventListener('message', listener)
  }, [])

  const showAnew = useEffectEvent(show)
  const isPicking = onPick !== undefined
  useEffect(() => {
    if (hasSpoken) showAnew()
  }, [hasSpoken, points, selectedId, isDark, isPicking])

  useEffect(() => {
    if (hasSpoken) return undefined
    const timer = setTimeout(() => setStatus('error'), SILENCE_MS)
    return () => clearTimeout(timer)
  }, [hasSpoken, attempt])

  const retry = () => {
    // The frame reports the result itself; without a key nothing is loaded.
    if (hasSpoken) return send({ type: 'map.retry' })
    setStatus('loading')
    setAttempt((count) => count + 1)
  }
  return { frame, status, attempt, retry }
}
