import { environmentRoutes as routes, type EnvironmentSetting } from '@artikul/contract/workspace/environment'
import type { FastifyInstance } from 'fastify'
import type { Config, Settings } from '../../../platform/config.ts'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { ENVIRONMENT } from './environment.data.ts'

const textOf = (value: Settings[keyof Settings]): string => (Array.isArray(value) ? value.join(', ') : String(value))

/** Lists the settings in force by group; secrets only as given or not. */
const listEnvironment = (config: Config): EnvironmentSetting[] =>
  Object.entries(ENVIRONMENT).flatMap(([group, settings]) =>
    Object.entries(settings).map(([name, { about, isSecret = false }]): EnvironmentSetting => {
      const value = config[name as keyof Settings]
      const isSet = value !== undefined && value !== ''
      return { group, name, about, value: isSet && !isSecret ? textOf(value) : null, is_set: isSet }
    }),
  )

export function environmentModule(app: FastifyInstance, database: Handles, { config }: { config: Config }) {
  serve(app, database, routes.list, () => Promise.resolve({ results: listEnvironment(config) }))
}
