import { headOfPublic, isPublicPath, type PageHead } from '@artikul/contract/site/page-head'
import { ROLE_NAMES, type Role, type RoleName, type StaffRight } from '@artikul/contract/core/roles'
import type {} from '@tanstack/react-router'
import { isPublicPage } from '../session/guard.ts'
import { productName } from '../queries/product.ts'

/** Page metadata of a route, used by navigation, guard and document head. */
export interface PageMeta {
  name: string
  title: string
  /** Titles for other roles. */
  titles?: Partial<Record<RoleName, string>>
  requiresAuth?: boolean
  roles?: readonly RoleName[]
  /** In the menu of staff who are no order managers only with this right. */
  rightOfOthers?: StaffRight
  /** Its name in the menu, where the title is too long. */
  menu?: string
  /** Place in the main navigation; a page without it is reached from elsewhere. */
  order?: number
  description?: string
  robots?: string
}

/** The page as named for the reader. */
export function titledFor(page: PageMeta, roles: readonly Role[]): PageMeta {
  for (const [name, title] of Object.entries(page.titles ?? {})) {
    if (!roles.includes(ROLE_NAMES[name as RoleName])) continue
    // The menu's short word stands for the common title.
    const { menu: _menu, ...rest } = page
    return { ...rest, title }
  }
  return page
}

/** Head of a page for search engines and messengers, from its route. */
export function headOfRoute({ name, title, description, robots }: PageMeta, path: string): PageHead {
  // The page's own name stands: what it is called depends on who looks.
  if (isPublicPath(path)) return { ...headOfPublic(path, { productName }), title }
  return { title, description, robots: robots ?? (isPublicPage(name) ? undefined : 'noindex') }
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: PageMeta
  }
}
