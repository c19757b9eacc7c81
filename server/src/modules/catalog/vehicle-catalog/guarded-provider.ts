import {
  BrokenCircuitError,
  bulkhead,
  BulkheadRejectedError,
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
  wrap,
} from 'cockatiel'
import { LRUCache } from 'lru-cache'
import { VehicleCatalogFailed, type VehicleCatalogProvider } from './provider.ts'

const MAX_FAILURES = 3
const PAUSE_MS = 30_000
const MAX_CALLS = 8
const MAX_WAITING = 16

/** Answers are paid for, and a catalogue of parts does not change within an hour. */
const TTL_MS = 3_600_000
const MAX_ANSWERS = 2000
const MAX_IMAGES = 100

/**
 * Pauses a failing provider, limits concurrent calls and caches answers, so that turning pages costs no quota. A used-up
 * quota does not count as a failure.
 */
export function guardProvider(provider: VehicleCatalogProvider, pauseMs = PAUSE_MS): VehicleCatalogProvider {
  const policy = wrap(
    bulkhead(MAX_CALLS, MAX_WAITING),
    circuitBreaker(
      handleWhen((error) => error instanceof VehicleCatalogFailed && error.reason === 'down'),
      { halfOpenAfter: pauseMs, breaker: new ConsecutiveBreaker(MAX_FAILURES) },
    ),
  )
  const answers = new LRUCache<string, object>({ max: MAX_ANSWERS, ttl: TTL_MS })
  const images = new LRUCache<string, object>({ max: MAX_IMAGES, ttl: TTL_MS })

  async function once<T extends object>(cache: LRUCache<string, object>, key: unknown[], call: () => Promise<T>) {
    const name = JSON.stringify(key)
    const known = cache.get(name)
    if (known) return known as T // written below, by the same call with the same key
    try {
      const answer = await policy.execute(call)
      cache.set(name, answer)
      return answer
    } catch (error) {
      if (error instanceof BrokenCircuitError || error instanceof BulkheadRejectedError)
        throw new VehicleCatalogFailed('down', 'paused or overloaded')
      throw error
    }
  }
  return {
    findVehicles: (number) => once(answers, ['vehicles', number], () => provider.findVehicles(number)),
    listGroups: (vehicle) => once(answers, ['groups', vehicle], () => provider.listGroups(vehicle)),
    listUnits: (vehicle, groupId) =>
      once(answers, ['units', vehicle, groupId], () => provider.listUnits(vehicle, groupId)),
    readUnit: (unit) => once(answers, ['unit', unit], () => provider.readUnit(unit)),
    readImage: (path) => once(images, [path], () => provider.readImage(path)),
  }
}
