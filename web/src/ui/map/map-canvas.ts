import type { LngLat, MapPoint, MapScene } from './map-messages.ts'

type Theme = 'light' | 'dark'
type Location = { center: LngLat; zoom: number } | { bounds: [LngLat, LngLat] }

interface MapEntity {
  update: (props: object) => void
}
interface MapRoot extends MapEntity {
  addChild: (child: MapEntity) => unknown
  removeChild: (child: MapEntity) => unknown
}

/** The used part of Yandex Maps JS API v3. */
export interface Ymaps3 {
  ready: Promise<unknown>
  YMap: new (element: HTMLElement, props: { location: Location; theme: Theme; margin: number[] }) => MapRoot
  YMapDefaultSchemeLayer: new (props: { theme: Theme }) => MapEntity
  /** Markers require this layer. */
  YMapDefaultFeaturesLayer: new () => MapEntity
  YMapMarker: new (props: { coordinates: LngLat; zIndex?: number }, element: HTMLElement) => MapEntity
  YMapListener: new (props: {
    layer: string
    onClick: (object: unknown, event: { coordinates: readonly number[] }) => void
  }) => MapEntity
}

interface Listeners {
  onSelect: (id: number) => void
  onPick: (coordinates: LngLat) => void
}

/** Initial centre of a map without points. */
const MOSCOW: LngLat = [37.617644, 55.755819]
const CITY_ZOOM = 10
const HOUSE_ZOOM = 15
/** Margin around the outermost pins for their labels. */
const MARGIN = [48, 48, 48, 48]
const MOVE_MS = 300

/** Returns a location that shows all points. */
export function locationOf(points: readonly MapPoint[]): Location {
  const [first, ...others] = points.map(({ coordinates }) => coordinates)
  if (!first) return { center: MOSCOW, zoom: CITY_ZOOM }
  let [west, south] = first
  let [east, north] = first
  for (const [lng, lat] of others) {
    west = Math.min(west, lng)
    east = Math.max(east, lng)
    south = Math.min(south, lat)
    north = Math.max(north, lat)
  }
  if (west === east && south === north) return { center: first, zoom: HOUSE_ZOOM }
  return {
    bounds: [
      [west, south],
      [east, north],
    ],
  }
}

function createPin({ id, label }: MapPoint, isSelected: boolean, onSelect: (id: number) => void): HTMLElement {
  const pin = document.createElement('button')
  pin.type = 'button'
  pin.className = isSelected ? 'pin pin-selected' : 'pin'
  pin.setAttribute('aria-label', label)
  pin.setAttribute('aria-pressed', String(isSelected))
  pin.title = label
  pin.addEventListener('click', (event) => {
    event.stopPropagation()
    onSelect(id)
  })
  return pin
}

const placeOf = (points: readonly MapPoint[]) => JSON.stringify(points.map(({ id, coordinates }) => [id, coordinates]))
const themeOf = ({ isDark }: MapScene): Theme => (isDark ? 'dark' : 'light')

/** Draws successive scenes; the element must already have a size. */
export function createMapCanvas(api: Ymaps3, element: HTMLElement, first: MapScene, { onSelect, onPick }: Listeners) {
  const map = new api.YMap(element, { location: locationOf(first.points), theme: themeOf(first), margin: MARGIN })
  const ground = new api.YMapDefaultSchemeLayer({ theme: themeOf(first) })
  map.addChild(ground)
  map.addChild(new api.YMapDefaultFeaturesLayer())
  let scene = first
  let pins: MapEntity[] = []
  let pressedId: number | null = null
  const press = (id: number) => {
    pressedId = id
    onSelect(id)
  }
  map.addChild(
    new api.YMapListener({
      layer: 'any',
      onClick: (_, { coordinates: [lng, lat] }) => {
        if (scene.isPicking && lng !== undefined && lat !== undefined) onPick([lng, lat])
      },
    }),
  )

  const drawPins = () => {
    for (const pin of pins) map.removeChild(pin)
    pins = scene.points.map((point) => {
      const isSelected = point.id === scene.selectedId
      const pin = createPin(point, isSelected, press)
      return new api.YMapMarker({ coordinates: point.coordinates, ...(isSelected && { zIndex: 1 }) }, pin)
    })
    for (const pin of pins) map.addChild(pin)
    element.classList.toggle('is-picking', scene.isPicking)
  }
  const follow = (before: MapScene) => {
    const selected = scene.points.find(({ id }) => id === scene.selectedId)
    // The map does not move to a pin that the user has just placed or pressed.
    if (scene.isPicking || (selected && selected.id === pressedId)) return
    pressedId = null
    if (selected && before.selectedId !== scene.selectedId)
      map.update({ location: { center: selected.coordinates, zoom: HOUSE_ZOOM, duration: MOVE_MS } })
    else if (placeOf(before.points) !== placeOf(scene.points))
      map.update({ location: { ...locationOf(scene.points), duration: MOVE_MS } })
  }
  drawPins()
  return (next: MapScene) => {
    const before = scene
    scene = next
    if (before.isDark !== scene.isDark) {
      map.update({ theme: themeOf(scene) })
      ground.update({ theme: themeOf(scene) })
    }
    drawPins()
    follow(before)
  }
}
