import { vehicleCatalogRoutes as routes } from '@artikul/contract/catalog/vehicle-catalog'
import { recogniseVehicleNumber } from '@artikul/contract/companies/vehicle-numbers'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../../../platform/config.ts'
import { AppError } from '../../../platform/errors.ts'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { guardProvider } from './guarded-provider.ts'
import { createLaximo } from './laximo.ts'
import { VehicleCatalogFailed, type VehicleCatalogProvider } from './provider.ts'

export interface VehicleCatalogDeps {
  config: Pick<Config, 'LAXIMO_ORIGIN' | 'LAXIMO_IMAGES_ORIGIN' | 'LAXIMO_LOGIN' | 'LAXIMO_PASSWORD'>
  log: Logger
}

/** Returns the configured provider; null when none is. */
function providerOf({ config }: VehicleCatalogDeps): VehicleCatalogProvider | null {
  const { LAXIMO_ORIGIN: origin, LAXIMO_LOGIN: login, LAXIMO_PASSWORD: password } = config
  if (origin === undefined || login === undefined || password === undefined) return null
  return guardProvider(createLaximo({ origin, imagesOrigin: config.LAXIMO_IMAGES_ORIGIN ?? origin, login, password }))
}

export function vehicleCatalogModule(app: FastifyInstance, database: Handles, deps: VehicleCatalogDeps) {
  const provider = providerOf(deps)

  /**
   * Asks the provider.
   * @throws AppError `vehicle_catalog.off`, `vehicle_catalog.limit_reached`, `vehicle_catalog.unavailable`
   */
  async function ask<T>(question: (of: VehicleCatalogProvider) => Promise<T>): Promise<T> {
    if (!provider) throw new AppError('vehicle_catalog.off')
    try {
      return await question(provider)
    } catch (error) {
      if (!(error instanceof VehicleCatalogFailed)) throw error
      deps.log.warn({ reason: error.reason, failure: error.message }, 'vehicle catalogue request failed')
      throw new AppError(error.reason === 'quota' ? 'vehicle_catalog.limit_reached' : 'vehicle_catalog.unavailable')
    }
  }

  serve(app, database, routes.status, () => Promise.resolve({ is_on: provider !== null }))
  serve(app, database, routes.vehicles, async ({ query }) => {
    const number = recogniseVehicleNumber(query.number)
    return { results: number ? await ask((of) => of.findVehicles(number)) : [] }
  })
  serve(app, database, routes.groups, async ({ query }) => ({ results: await ask((of) => of.listGroups(query)) }))
  serve(app, database, routes.units, async ({ query: { group_id: groupId, ...vehicle } }) => ({
    results: await ask((of) => of.listUnits(vehicle, groupId)),
  }))
  serve(app, database, routes.unit, ({ query }) => ask((of) => of.readUnit(query)))
  serve(app, database, routes.image, async ({ query }) => {
    const { bytes, type } = await ask((of) => of.readImage(query.path))
    return { bytes, type, name: 'unit' }
  })
}
