import { availableParallelism } from 'node:os'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'

const port = z.coerce.number('должно быть числом').int().min(1, 'от 1 до 65535').max(65_535, 'от 1 до 65535')
const postgresUrl = z.string().regex(/^postgres(ql)?:\/\/\S+$/, 'должен начинаться с postgres://')

/** Settings of the server, described in `.env.example`. */
export const Settings = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_ORIGIN: z.url('должен быть адресом вида https://portal.example.ru').optional(),
  PRODUCT_NAME: z.string().min(1).max(60).default('Артикул'),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: z
    .string()
    .transform((text) => text.split(',').map((url) => url.trim()))
    .pipe(z.array(postgresUrl).max(8, 'не больше 8 адресов'))
    .optional(),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(() => Math.max(4, 2 * availableParallelism())),
  PREPARE_STATEMENTS: z.enum(['on', 'off']).default('on'),
  SLOW_QUERY_MS: z.coerce.number('должно быть числом').int().min(0, 'от 0').max(600_000, 'до 600000').default(500),
  REQUESTS_AT_ONCE: z.coerce.number('должно быть числом').int().min(1, 'от 1').max(100_000, 'до 100000').optional(),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  AUTH_SECRET: z.string().min(32, 'не короче 32 символов').optional(),
  AUTH_SECRET_PREVIOUS: z.string().min(32, 'не короче 32 символов').optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/\S+$/, 'должен начинаться с smtp:// или smtps://')
    .optional(),
  MAIL_FROM: z.string().min(3).max(200).default('Артикул <noreply@localhost>'),
  DADATA_KEY: z.string().min(8).max(200).optional(),
  DADATA_ORIGIN: z.url('должен быть адресом').default('https://suggestions.dadata.ru'),
  LAXIMO_ORIGIN: z
    .url('должен быть адресом')
    .transform((url) => new URL(url).origin)
    .optional(),
  LAXIMO_IMAGES_ORIGIN: z
    .url('должен быть адресом')
    .transform((url) => new URL(url).origin)
    .optional(),
  LAXIMO_LOGIN: z.string().min(1).max(200).optional(),
  LAXIMO_PASSWORD: z.string().min(1).max(200).optional(),
  MAP_KEY: z.string().max(200).optional(),
  MAP_ORIGIN: z
    .url('должен быть адресом вида https://api-maps.yandex.ru')
    .transform((url) => new URL(url).origin)
    .default('https://api-maps.yandex.ru'),
  WEB_PUSH: z.enum(['on', 'off']).default('off'),
  MAX_BOT_TOKEN: z.string().min(8).max(500).optional(),
  MAX_BOT_NAME: z
    .string()
    .regex(/^\w{1,64}$/, 'должно быть именем бота из его ссылки')
    .optional(),
  MAX_ORIGIN: z
    .url('должен быть адресом')
    .transform((url) => new URL(url).origin)
    .default('https://platform-api2.max.ru'),
  PRIVATE_URLS: z.enum(['on', 'off']).default('off'),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'должен начинаться с mailto: или https://')
    .optional(),
  STAFF_SECOND_FACTOR: z.enum(['optional', 'required']).optional(),
  ACCEPTANCE_DAYS: z.coerce.number('должно быть числом').int().min(1, 'от 1 до 60').max(60, 'от 1 до 60').default(3),
  DRAIN_SECONDS: z.coerce.number('должно быть числом').int().min(0, 'от 0 до 60').max(60, 'от 0 до 60').default(0),
  TRUST_PROXY: z.enum(['on', 'off']).default('off'),
  DEMO_DATA: z.enum(['on', 'off']).optional(),
  DEMO_SUPPLIERS: z.enum(['on', 'off']).default('on'),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('warn'),
})
export type Settings = z.infer<typeof Settings>

export interface Config extends Settings {
  /** Whether every manager needs a second factor: by default in production only. */
  staffSecondFactor: 'optional' | 'required'
  dataDir: string
  isProduction: boolean
}

/** Failure to start, reported in one sentence without a stack. */
export class StartError extends Error {}

/** Loads the `.env` file if it exists; variables of the environment take precedence. */
export function loadEnvFile(root: string) {
  const path = join(root, '.env')
  if (existsSync(path)) process.loadEnvFile(path)
}

/**
 * Reads the settings from the environment.
 * @throws StartError naming the invalid variable
 */
export function readConfig(env: NodeJS.ProcessEnv, root: string): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Settings.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new StartError(`Настройка ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'неверное значение'}.`)
  }
  const settings = parsed.data
  const isProduction = settings.NODE_ENV === 'production'
  if (isProduction && !settings.AUTH_SECRET)
    throw new StartError('Настройка AUTH_SECRET: в production она обязательна.')
  if (isProduction && !settings.PUBLIC_ORIGIN)
    throw new StartError('Настройка PUBLIC_ORIGIN: в production она обязательна.')
  if (isProduction && settings.DEMO_DATA === 'on')
    throw new StartError('Настройка DEMO_DATA: демонстрационные данные и учётные записи в production не создаются.')
  const staffSecondFactor = settings.STAFF_SECOND_FACTOR ?? (isProduction ? 'required' : 'optional')
  return { ...settings, staffSecondFactor, dataDir: resolve(root, settings.DATA_DIR), isProduction }
}
