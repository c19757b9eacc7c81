import { headOfPublic, isPublicPath, type PageHead } from '@artikul/contract/site/page-head'
import { ROLE_NAMES, type Role, type RoleName, type StaffRight } from '@artikul/contract/core/roles'
import type {} from '@tanstack/react-router'
import { isPublicPage } from '../session/guard.ts'
import { getPortal } from './portal.ts'

/** Groups of the main navigation, in order. */
export const NAV_GROUPS = {
  buying: 'Подбор',
  orders: 'Заказы',
  purchasing: 'Закупки',
  settlements: 'Расчёты',
  companies: 'Компании',
  setup: 'Настройка',
} as const
export type NavGroup = keyof typeof NAV_GROUPS

/** Page metadata of a route, used by navigation, guard and document head. */
export interface PageMeta {
  name: string
  title: string
  /** Titles for other roles. */
  titles?: Partial<Record<RoleName, string>>
  requiresAuth?: boolean
  roles?: readonly RoleName[]
  /** Right required in the menu of staff who are not order managers. */
  rightOfOthers?: StaffRight
  /** Right of staff that the page needs besides a role. */
  right?: StaffRight
  /** Shorter name for the menu. */
  menu?: string
  /** Position in the main navigation; a page without one is linked elsewhere. */
  order?: number
  /** Group of the main navigation, for pages with an order. */
  group?: NavGroup
  /** Topic of the guide that describes the page, by user. */
  help?: { client?: string; staff?: string }
  description?: string
  robots?: string
}

/** Returns the page with its title for the user's roles. */
export function titledFor(page: PageMeta, roles: readonly Role[]): PageMeta {
  for (const [name, title] of Object.entries(page.titles ?? {})) {
    if (!roles.includes(ROLE_NAMES[name as RoleName])) continue
    // The short menu name belongs to the common title only.
    const { menu: _menu, ...rest } = page
    return { ...rest, title }
  }
  return page
}

/** Returns the head of a page for search engines and messengers, from its route. */
export function headOfRoute({ name, title, description, robots }: PageMeta, path: string): PageHead {
  // The title of the page takes precedence, because it depends on the user's role.
  if (isPublicPath(path)) return { ...headOfPublic(path, { productName: getPortal().name }), title }
  return { title, description, robots: robots ?? (isPublicPage(name) ? undefined : 'noindex') }
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: PageMeta
  }
}
