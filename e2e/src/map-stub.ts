import { createServer, type ServerResponse } from 'node:http'
import { afterAll, beforeAll } from 'vitest'

/** Loading behaviour of the map script: on time, late, never ready, or absent. */
export type MapMood = 'loads' | 'slow' | 'never ready' | 'absent'

const LATE_MS = 2000

/**
 * Part of the vendor's script that the portal uses, rendered as a plain field: pins are placed by their coordinates,
 * and a click reports its position.
 */
const script = (ready: string) => `{
class Entity { constructor(props, element) { this.props = props; this.element = element } update(props) { Object.assign(this.props, props); this.changed?.() } }
class YMap extends Entity {
  constructor(field, props) {
    super(props); this.field = field; this.children = []; field.style.position = 'relative'
    field.addEventListener('click', (event) => {
      if (event.target !== field) return
      const [[west, south], [east, north]] = this.box(); const frame = field.getBoundingClientRect()
      const lng = west + (event.clientX - frame.left) / frame.width * (east - west)
      const lat = north - (event.clientY - frame.top) / frame.height * (north - south)
      for (const child of this.children) child.props?.onClick?.(null, { coordinates: [lng, lat] })
    })
    this.paint()
  }
  box() {
    const { bounds, center, zoom } = this.props.location
    if (!bounds) { const d = 40 / 2 ** zoom; return [[center[0] - d, center[1] - d], [center[0] + d, center[1] + d]] }
    const [[west, south], [east, north]] = bounds; const x = (east - west) * .2 + .01, y = (north - south) * .2 + .01
    return [[west - x, south - y], [east + x, north + y]]
  }
  addChild(child) { this.children.push(child); if (child.element) { child.element.style.position = 'absolute'; this.field.append(child.element) } this.paint(); return this }
  removeChild(child) { this.children = this.children.filter((one) => one !== child); child.element?.remove(); return this }
  changed() { this.paint() }
  paint() {
    const [[west, south], [east, north]] = this.box()
    this.field.style.backgroundColor = this.props.theme === 'dark' ? '#1f2a33' : '#dfe9df'
    for (const { element, props } of this.children) if (element) {
      element.style.left = (props.coordinates[0] - west) / (east - west) * 100 + '%'
      element.style.top = (north - props.coordinates[1]) / (north - south) * 100 + '%'
    }
  }
}
window.ymaps3 = { ready: ${ready}, YMap, YMapDefaultSchemeLayer: Entity, YMapDefaultFeaturesLayer: Entity, YMapMarker: Entity, YMapListener: Entity }
}`

const answers: Record<MapMood, (reply: ServerResponse) => void> = {
  loads: (reply) => send(reply, script('Promise.resolve()')),
  slow: (reply) => setTimeout(() => send(reply, script('Promise.resolve()')), LATE_MS).unref(),
  'never ready': (reply) => send(reply, script('new Promise(() => {})')),
  absent: (reply) => reply.writeHead(404).end(),
}

const send = (reply: ServerResponse, text: string) =>
  reply.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' }).end(text)

/** Replaces the vendor's server and records its requests. */
export function useMapStub(port: number) {
  const stub = { origin: `http://localhost:${port}`, mood: 'loads' as MapMood, asked: [] as string[] }
  const server = createServer((request, reply) => {
    stub.asked.push(request.url ?? '')
    answers[stub.mood](reply)
  })
  beforeAll(() => new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve)))
  afterAll(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  )
  return stub
}
