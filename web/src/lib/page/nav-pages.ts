import { useRouter } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useSession } from '../session/current-session.ts'
import { hasRole } from '../session/guard.ts'
import { PAGE_ICONS } from './page-icons.ts'
import { titledFor, type PageMeta } from './page-meta.ts'
import { rolesOf } from '../session/session.ts'

export interface NavPage extends PageMeta {
  path: string
  icon: ComponentType<{ size?: number | string }> | undefined
}

/** Lists every page that the user may open without an id, from the routes. */
export function useOwnPages(): NavPage[] {
  const router = useRouter()
  const { user } = useSession()
  const roles = rolesOf(user)
  const pages: NavPage[] = []
  for (const route of Object.values(router.routesById)) {
    const page = (route.options as { staticData?: { page?: PageMeta } }).staticData?.page
    const isOpen = page?.order !== undefined || page?.requiresAuth === true
    if (!page || !isOpen || route.fullPath.includes('$') || (page.roles && !hasRole(roles, page.roles))) continue
    const { rightOfOthers, right } = page
    if (right && !user?.rights.includes(right)) continue
    if (rightOfOthers && !hasRole(roles, ['ArtikulOrderManager']) && !user?.rights.includes(rightOfOthers)) continue
    pages.push({ ...titledFor(page, roles), path: route.fullPath, icon: PAGE_ICONS[page.name] })
  }
  return pages
}

/** Menu of the user; built from the routes, so that it links existing pages only. */
export const useNavPages = (): NavPage[] =>
  useOwnPages()
    .filter(({ order }) => order !== undefined)
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
