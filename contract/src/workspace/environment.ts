import { z } from 'zod'
import { defineRoutes } from '../core/route.ts'

/** Setting that the environment gives at the start: it changes with a restart only. */
export const EnvironmentSetting = z.object({
  group: z.string(),
  name: z.string(),
  /** What it decides, in words. */
  about: z.string(),
  /** Value in force; `null` for a secret and for nothing. */
  value: z.string().nullable(),
  /** True when a value is in force, also a default one. */
  is_set: z.boolean(),
})
export type EnvironmentSetting = z.infer<typeof EnvironmentSetting>

export const environmentRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/api/v1/environment-settings',
    summary: 'Настройки окружения: что задают при запуске портала',
    access: 'sellers:read',
    right: 'administrator',
    reply: z.object({ results: z.array(EnvironmentSetting) }),
  },
})
