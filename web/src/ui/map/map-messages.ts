import { z } from 'zod'

// The frame is a separate small page: from the portal it imports only this file and the validator.

/** `[longitude, latitude]`. */
const LngLat = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])
export type LngLat = z.infer<typeof LngLat>

const MapPoint = z.object({ id: z.int(), label: z.string(), coordinates: LngLat })
export type MapPoint = z.infer<typeof MapPoint>

/** Complete scene of the map, so that no message depends on an earlier one. */
const MapScene = z.object({
  points: z.array(MapPoint),
  selectedId: z.int().nullable(),
  isDark: z.boolean(),
  /** True when a press on the map places the pin. */
  isPicking: z.boolean(),
})
export type MapScene = z.infer<typeof MapScene>

export const ToFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('map.show'), scene: MapScene }),
  z.object({ type: z.literal('map.retry') }),
])
export type ToFrame = z.infer<typeof ToFrame>

export const FromFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('map.status'), status: z.enum(['pending', 'loading', 'loaded', 'error']) }),
  z.object({ type: z.literal('map.selected'), id: z.int() }),
  z.object({ type: z.literal('map.picked'), coordinates: LngLat }),
])
export type FromFrame = z.infer<typeof FromFrame>

interface Sender {
  /** Window that the message must come from. */
  source: Window | null
  origin: string
}

/** Parses a message of the given window, origin and schema; returns null for any other. */
export function readMessage<S extends z.ZodType>(schema: S, event: MessageEvent, from: Sender): z.infer<S> | null {
  if (from.source === null || event.source !== from.source || event.origin !== from.origin) return null
  const message = schema.safeParse(event.data)
  return message.success ? message.data : null
}
