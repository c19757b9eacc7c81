import { z } from 'zod'
import { Empty, Moment, requiredText, VersionOrNone } from '../core/fields.ts'
import { keysOf } from '../core/keys.ts'
import { defineRoutes, FILE } from '../core/route.ts'
import type { HexColor } from './brand-colors.ts'

/** Public pages that a supplier may do without; the legal texts always stay. */
export const PORTAL_PAGES = {
  home: 'Главная для посетителей',
  news: 'Новости',
  about: 'О компании',
  rospart: 'Страница бренда',
  contacts: 'Контакты',
  api: 'Описание API',
} as const
export const PortalPage = z.enum(keysOf(PORTAL_PAGES))
export type PortalPage = z.infer<typeof PortalPage>

const isHexColor = (value: string): value is HexColor => /^#[\da-f]{6}$/.test(value)
export const BrandColor = z.string('Укажите цвет').refine(isHexColor, 'Цвет — шесть знаков после решётки: #0b6e4f')

export const PortalName = requiredText(60).refine((name) => !/\p{Cc}/u.test(name), 'Название — одна строка')

const MAX_LOGO_BYTES = 5_000_000
/** Hash of the logo's bytes, which is its address: another logo has another address. */
export const LogoHash = z.string().regex(/^[\da-f]{32}$/, 'Неверный адрес логотипа')

export const PortalFields = z.strictObject({
  /** `null` takes the name from the environment of the server. */
  name: PortalName.nullable(),
  /** `null` takes the colour of the design. */
  color: BrandColor.nullable(),
  hidden_pages: z.array(PortalPage).refine((pages) => new Set(pages).size === pages.length, 'Страница названа дважды'),
})
export type PortalFields = z.infer<typeof PortalFields>

export const PortalSettings = z.object({
  name: z.string().nullable(),
  /** Name in the environment of the server. */
  default_name: z.string(),
  color: BrandColor.nullable(),
  hidden_pages: z.array(PortalPage),
  logo: LogoHash.nullable(),
  /** 0 before the first saving. */
  version: VersionOrNone,
  changed_at: Moment.nullable(),
  changed_by: z.string().nullable(),
})
export type PortalSettings = z.infer<typeof PortalSettings>

export const portalSettingsRoutes = defineRoutes({
  get: {
    method: 'GET',
    path: '/api/v1/portal-settings',
    summary: 'Название портала, его цвет и скрытые страницы',
    access: 'settings:read',
    reply: PortalSettings,
  },
  save: {
    method: 'PATCH',
    path: '/api/v1/portal-settings',
    summary: 'Задать название портала, его цвет и скрытые страницы',
    access: 'settings:read',
    right: 'administrator',
    body: z.strictObject({ version: VersionOrNone, ...PortalFields.shape }),
    example: { version: 0, name: 'Запчасти «Волга»', color: '#0b6e4f', hidden_pages: ['rospart'] },
    reply: z.object({ version: VersionOrNone }),
  },
  addLogo: {
    method: 'POST',
    path: '/api/v1/portal-settings/logo',
    summary: 'Логотип в шапке портала (JPEG, PNG или WebP), взамен прежнего',
    access: 'settings:read',
    right: 'administrator',
    upload: MAX_LOGO_BYTES,
    reply: z.object({ hash: LogoHash }),
    status: 201,
  },
  removeLogo: {
    method: 'DELETE',
    path: '/api/v1/portal-settings/logo',
    summary: 'Убрать логотип из шапки портала',
    access: 'settings:read',
    right: 'administrator',
    reply: Empty,
  },
  logo: {
    method: 'GET',
    path: '/api/v1/portal-logo/:hash',
    summary: 'Логотип портала',
    access: 'public',
    params: z.strictObject({ hash: LogoHash }),
    reply: FILE,
  },
})
