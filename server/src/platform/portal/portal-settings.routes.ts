import {
  PORTAL_PAGES,
  portalSettingsRoutes as routes,
  PortalPage,
  type PortalFields,
  type PortalSettings,
} from '@artikul/contract/platform/portal-settings'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { keysOf } from '@artikul/contract/core/keys'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { changesBetween, recordEvent, type AuditedField } from '../audit/index.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database, DB } from '../db/index.ts'
import { AppError } from '../errors.ts'
import { decodePicture } from '../files/photo.ts'
import { serve, type Author } from '../http/index.ts'
import {
  deleteLogo,
  saveLogo,
  savePortalSettings,
  selectLogo,
  selectLogoHash,
  selectPortalSettings,
} from './portal-settings.queries.ts'
import type { ReadPortal } from './portal.ts'

const NO_LOGO = 'Логотипа нет'
/** Longest side, px: the header at the highest density. */
const LOGO_SIDE_PX = 600

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
  const [row, logo] = await Promise.all([selectPortalSettings(db), selectLogoHash(db)])
  return {
    name: row?.name ?? null,
    default_name: preset,
    color: (row?.color ?? null) as PortalSettings['color'], // checked by the table
    hidden_pages: PortalPage.options.filter((page) => row?.hidden_pages.includes(page)),
    logo,
    version: row?.version ?? 0,
    changed_at: row?.changed_at.toISOString() ?? null,
    changed_by: row?.changed_by ?? null,
  }
}

/**
 * Saves the uploaded logo in place of the former one.
 * @param path uploaded file
 * @throws AppError `file.refused`
 */
async function addLogo(db: Kysely<DB>, clock: Clock, author: Author, path: string): Promise<{ hash: string }> {
  const bytes = await decodePicture(await readFile(path), LOGO_SIDE_PX)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  await db.transaction().execute(async (tx) => {
    const before = (await selectLogoHash(tx)) === null ? null : 'прежний'
    await saveLogo(tx, { hash, bytes }, author, clock.now())
    const changes = [{ field: 'Логотип', before, after: 'новый' }]
    await recordEvent(tx, author, { event: 'portal_settings.changed', changes })
  })
  return { hash }
}

/** @throws AppError `not_found` */
const removeLogo = (db: Kysely<DB>, author: Author): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (!(await deleteLogo(tx))) throw new AppError('not_found', { detail: NO_LOGO })
    const changes = [{ field: 'Логотип', before: 'прежний', after: null }]
    await recordEvent(tx, author, { event: 'portal_settings.changed', changes })
  })

/** Serves the logo to everybody; its address changes with it. */
function serveLogo(app: FastifyInstance, database: Database) {
  serve(app, database, routes.logo, async ({ params, reply }) => {
    const logo = await selectLogo(database.forTenant('any'), params.hash)
    if (!logo) throw new AppError('not_found', { detail: NO_LOGO })
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    return { bytes: logo.bytes, type: 'image/png', name: 'logo.png' }
  })
}

export function portalSettingsModule(app: FastifyInstance, database: Database, { clock, config, readPortal }: Deps) {
  serve(app, database, routes.get, ({ db }) => readSettings(db, config))
  serve(app, database, routes.save, async ({ author, body, db }) => {
    const version = await saveSettings(db, clock, author, body)
    readPortal.invalidate()
    return { version }
  })
  serve(app, database, routes.addLogo, async ({ author, body, db }) => {
    const added = await addLogo(db, clock, author, body.path)
    readPortal.invalidate()
    return added
  })
  serve(app, database, routes.removeLogo, async ({ author, db }) => {
    await removeLogo(db, author)
    readPortal.invalidate()
    return {}
  })
  serveLogo(app, database)
}
