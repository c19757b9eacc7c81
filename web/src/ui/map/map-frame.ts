import { createMapCanvas, type Ymaps3 } from './map-canvas.ts'
import './map-frame.css'
import { createMapLoader, type MapSettings } from './map-loader.ts'
import { readMessage, ToFrame, type FromFrame, type MapScene } from './map-messages.ts'

declare global {
  interface Window {
    ymaps3?: Ymaps3 | undefined
  }
}

const setting = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="map-${name}"]`)?.content.trim() ?? ''

const settings: MapSettings = {
  origin: setting('origin'),
  key: setting('key'),
  version: setting('version'),
  language: setting('language'),
  timeoutMs: Number(setting('timeout')),
}

const post = (message: FromFrame) => window.parent.postMessage(message, location.origin)

const loader = createMapLoader<Ymaps3>({
  settings,
  document,
  readApi: () => window.ymaps3,
  forgetApi: () => {
    window.ymaps3 = undefined
  },
  onStatus: (status) => post({ type: 'map.status', status }),
})

let scene: MapScene | null = null
let draw: ((scene: MapScene) => void) | null = null

/** Draws the scene once both the map and the scene have arrived, in either order. */
function show(api: Ymaps3) {
  const element = document.getElementById('map')
  if (!scene || !element) return
  if (draw) return draw(scene)
  draw = createMapCanvas(api, element, scene, {
    onSelect: (id) => post({ type: 'map.selected', id }),
    onPick: (coordinates) => post({ type: 'map.picked', coordinates }),
  })
}

// Errors are reported by the status; the promise only triggers drawing.
const showWhenLoaded = (loading: Promise<Ymaps3>) => void loading.then(show, () => undefined)

window.addEventListener('message', (event) => {
  const message = readMessage(ToFrame, event, { source: window.parent, origin: location.origin })
  if (message?.type === 'map.retry') showWhenLoaded(loader.retry())
  if (message?.type !== 'map.show') return
  scene = message.scene
  document.documentElement.classList.toggle('dark', scene.isDark)
  showWhenLoaded(loader.load())
})

// Announces that the frame is ready; the page replies with the scene.
post({ type: 'map.status', status: loader.status() })
