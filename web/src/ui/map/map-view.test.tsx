import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MapView } from './map-view.tsx'

const POINTS = [{ id: 3, label: 'Сервис на Ленина', coordinates: [50.1, 53.19] as [number, number] }]

const messageSpy = vi.fn()
const frame = { postMessage: messageSpy } as unknown as Window

beforeEach(() => {
  vi.useFakeTimers()
  messageSpy.mockClear()
  const { happyDOM } = window as unknown as { happyDOM: { settings: Record<string, boolean> } }
  Object.assign(happyDOM.settings, { disableIframePageLoading: true, handleDisabledFileLoadingAsSuccess: true })
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(frame)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('map frame gets the scene when it is ready and after every change', () => {
  const { say, select } = open()
  say(status('pending'))
  expect(messageSpy.mock.lastCall).toEqual([
    { type: 'map.show', scene: { points: POINTS, selectedId: null, isDark: false, isPicking: false } },
    location.origin,
  ])
  select(3)
  expect(messageSpy.mock.lastCall?.[0]).toMatchObject({ scene: { selectedId: 3 } })
})

test('map view accepts clicks only from its own frame', () => {
  const onSelect = vi.fn()
  const onPick = vi.fn()
  const { say } = open({ onSelect, onPick })
  say({ type: 'map.selected', id: 3 }, { origin: 'https://evil.example.test' })
  say({ type: 'map.selected', id: 3 }, { source: window })
  say({ type: 'map.picked', coordinates: [50, 153] })
  expect(onSelect).not.toHaveBeenCalled()
  expect(onPick).not.toHaveBeenCalled()
  say({ type: 'map.selected', id: 3 })
  say({ type: 'map.picked', coordinates: [50, 53] })
  expect(onSelect).toHaveBeenCalledWith(3)
  expect(onPick).toHaveBeenCalledWith([50, 53])
})

test('failed map is replaced by a list and can be retried', () => {
  const { say } = open()
  say(status('pending'))
  say(status('loading'))
  say(status('error'))
  expect(screen.getByText('Не удалось загрузить карту')).toBeTruthy()
  expect(screen.getByText('Самара, ул. Ленинская, 141')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Повторить' }))
  expect(messageSpy.mock.lastCall?.[0]).toEqual({ type: 'map.retry' })
  // Without a key the frame has nothing to load and sends no status.
  expect(screen.getByText('Не удалось загрузить карту')).toBeTruthy()
  say(status('loading'))
  say(status('loaded'))
  expect(screen.queryByText('Самара, ул. Ленинская, 141')).toBeNull()
})

test('silent map frame fails after five seconds and is replaced on a retry', () => {
  open()
  act(() => void vi.advanceTimersByTime(4999))
  expect(screen.queryByText('Не удалось загрузить карту')).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  const silent = screen.getByTitle('Точки на карте')
  fireEvent.click(screen.getByRole('button', { name: 'Повторить' }))
  expect(screen.getByTitle('Точки на карте')).not.toBe(silent)
  expect(screen.queryByText('Не удалось загрузить карту')).toBeNull()
})

/** Imitates the frame, which does not load in tests. */
function open(listeners: { onSelect?: (id: number) => void; onPick?: (place: [number, number]) => void } = {}) {
  const view = (selectedId: number | null) => (
    <MapView
      label="Точки на карте"
      points={POINTS}
      selectedId={selectedId}
      {...listeners}
      fallback={<p>Самара, ул. Ленинская, 141</p>}
    />
  )
  const { rerender } = render(view(null))
  const say = (data: object, from: Partial<MessageEventInit> = {}) =>
    act(() => {
      window.dispatchEvent(new MessageEvent('message', { data, origin: location.origin, source: frame, ...from }))
    })
  return { say, select: (id: number) => rerender(view(id)) }
}

const status = (is: string) => ({ type: 'map.status', status: is })
