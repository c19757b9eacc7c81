import {
  PORTAL_PAGES,
  portalSettingsRoutes as routes,
  PortalPage,
  type PortalFields,
  type PortalSettings,
} from '@artikul/contract/platform/portal-settings'
import { keysOf } from '@artikul/contract/core/keys'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { changesBetween, recordEvent, type AuditedField } from '../audit/index.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { DB } from '../db/index.ts'
import { AppError } from '../errors.ts'
import { serve, type Author, type Handles } from '../http/index.ts'
import { savePortalSettings, selectPortalSettings } from './portal-settings.queries.ts'
import type { ReadPortal } from './portal.ts'

interface Deps {
  clock: Clock
  config: Pick<Config, 'PRODUCT_NAME'>
  readPortal: ReadPortal
}

type Audited = Pick<PortalSettings, 'name' | 'color'> & { hidden_pages: readonly string[] }
const FIELDS: readonly AuditedField<Audited>[] = [
  ['Название', ({ name }) => name],
  ['Цвет', ({ color }) => color],
  [
    'Скрытые страницы',
    ({ hidden_pages: hidden }) =>
      keysOf(PORTAL_PAGES)
        .filter((page) => hidden.includes(page))
        .map((page) => PORTAL_PAGES[page])
        .join(', '),
  ],
]

/** @throws AppError `stale` */
const saveSettings = (
  db: Kysely<DB>,
  clock: Clock,
  author: Author,
  { version, ...fields }: PortalFields & { version: number },
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const before = (await selectPortalSettings(tx)) ?? null
    const saved = await savePortalSettings(tx, { ...fields, version }, author, clock.now())
    if (saved === undefined) throw new AppError('stale')
    const changes = changesBetween<Audited>(FIELDS, before as Audited | null, fields)
    await recordEvent(tx, author, { event: 'portal_settings.changed', changes })
    return saved
  })

async function readSettings(db: Kysely<DB>, { PRODUCT_NAME: preset }: Deps['config']): Promise<PortalSettings> {
  const row = await selectPortalSettings(db)
  return {
    name: row?.name ?? null,
    default_name: preset,
    color: (row?.color ?? null) as PortalSettings['color'], // checked by the table
    hidden_pages: PortalPage.options.filter((page) => row?.hidden_pages.includes(page)),
    version: row?.version ?? 0,
    changed_at: row?.changed_at.toISOString() ?? null,
    changed_by: row?.changed_by ?? null,
  }
}

export function portalSettingsModule(app: FastifyInstance, database: Handles, { clock, config, readPortal }: Deps) {
  serve(app, database, routes.get, ({ db }) => readSettings(db, config))
  serve(app, database, routes.save, async ({ author, body, db }) => {
    const version = await saveSettings(db, clock, author, body)
    readPortal.invalidate()
    return { version }
  })
}
