import { expect, test, vi } from 'vitest'
import { createMapCanvas, locationOf, type Ymaps3 } from './map-canvas.ts'
import type { LngLat, MapPoint, MapScene } from './map-messages.ts'

const LENINA: MapPoint = { id: 1, label: 'Сервис на Ленина', coordinates: [50.1, 53.19] }
const MIRA: MapPoint = { id: 2, label: 'Сервис на Мира', coordinates: [50.3, 53.12] }
const SCENE: MapScene = { points: [LENINA, MIRA], selectedId: null, isDark: false, isPicking: false }

test('map shows all points, one point closely, or Moscow without points', () => {
  expect(locationOf([LENINA, MIRA])).toEqual({
    bounds: [
      [50.1, 53.12],
      [50.3, 53.19],
    ],
  })
  expect(locationOf([LENINA])).toEqual({ center: [50.1, 53.19], zoom: 15 })
  expect(locationOf([])).toMatchObject({ center: [37.617644, 55.755819] })
})

test('map draws each point once and marks the selected one', () => {
  const { draw, pin, pins } = open()
  draw({ ...SCENE, selectedId: 2 })
  expect(pins.size).toBe(2)
  expect(pin('Сервис на Мира')?.getAttribute('aria-pressed')).toBe('true')
  expect(pin('Сервис на Ленина')?.getAttribute('aria-pressed')).toBe('false')
})

test('map moves to a point selected in the list, but not to a clicked pin', () => {
  const { draw, pin, updates, onSelect } = open()
  pin('Сервис на Ленина')?.click()
  expect(onSelect).toHaveBeenCalledWith(1)
  draw({ ...SCENE, selectedId: 1 })
  expect(updates).toEqual([])
  draw({ ...SCENE, selectedId: 2 })
  expect(updates).toEqual([{ location: { center: [50.3, 53.12], zoom: 15, duration: 300 } }])
})

test('map reports a clicked place only in picking mode', () => {
  const { draw, click, onPick } = open()
  click([50, 53])
  expect(onPick).not.toHaveBeenCalled()
  draw({ ...SCENE, isPicking: true })
  click([50, 53])
  expect(onPick).toHaveBeenCalledWith([50, 53])
})

test('map follows the page theme', () => {
  const { draw, updates } = open()
  draw({ ...SCENE, isDark: true })
  expect(updates).toEqual([{ theme: 'dark' }, { theme: 'dark' }])
})

/** Imitates the used part of the vendor's map and records calls and markers. */
function open() {
  const updates: object[] = []
  const pins = new Map<object, HTMLElement>()
  const clicks: ((place: LngLat) => void)[] = []
  class Entity {
    update(props: object) {
      updates.push(props)
    }
    addChild(child: object) {
      if (child instanceof Marker) pins.set(child, child.element)
    }
    removeChild(child: object) {
      pins.delete(child)
    }
  }
  class Marker extends Entity {
    element: HTMLElement
    constructor(_props: object, element: HTMLElement) {
      super()
      this.element = element
    }
  }
  class Listener extends Entity {
    constructor({ onClick }: { onClick: (object: unknown, event: { coordinates: LngLat }) => void }) {
      super()
      clicks.push((coordinates) => onClick(null, { coordinates }))
    }
  }
  const api: Ymaps3 = {
    ready: Promise.resolve(),
    YMap: Entity,
    YMapDefaultSchemeLayer: Entity,
    YMapDefaultFeaturesLayer: Entity,
    YMapMarker: Marker,
    YMapListener: Listener,
  }
  const onSelect = vi.fn()
  const onPick = vi.fn()
  const draw = createMapCanvas(api, document.createElement('div'), SCENE, { onSelect, onPick })
  const pin = (label: string) => [...pins.values()].find((element) => element.title === label)
  return { draw, pin, pins, updates, onSelect, onPick, click: (place: LngLat) => clicks[0]?.(place) }
}
