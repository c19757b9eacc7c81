import { useRouter } from '@tanstack/react-router'
import { useSession } from '../../lib/current-session.ts'
import { hasRole } from '../../lib/guard.ts'
import { titledFor, type PageMeta } from '../../lib/page-meta.ts'
import { rolesOf } from '../../lib/session.ts'

export interface NavPage extends PageMeta {
  path: string
}

/** The menu of whoever looks, made from the routes: a page that does not exist cannot be linked to. */
export function useNavPages(): NavPage[] {
  const router = useRouter()
  const { user } = useSession()
  const roles = rolesOf(user)
  const pages: NavPage[] = []
  for (const route of Object.values(router.routesById)) {
    const page = (route.options as { staticData?: { page?: PageMeta } }).staticData?.page
    if (page?.order === undefined || (page.roles && !hasRole(roles, page.roles))) continue
    const { rightOfOthers: right } = page
    if (right && !hasRole(roles, ['ArtikulOrderManager']) && !user?.rights.includes(right)) continue
    pages.push({ ...titledFor(page, roles), path: route.fullPath })
  }
  return pages.sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
}
