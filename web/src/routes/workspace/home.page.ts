import { createElement, lazy, use } from 'react'
import HomePage from '../../features/workspace/home/home-page.tsx'
import { session } from '../../lib/session/current-session.ts'
import { hasRole } from '../../lib/session/guard.ts'
import { loadOnce } from '../../lib/api/load-once.ts'
import { rolesOf } from '../../lib/session/session.ts'

const clientHome = loadOnce(() => import('./client-home.page.ts'))

export async function read() {
  const { user, contractor } = session.getState()
  if (!hasRole(rolesOf(user), ['ContractorAdmin', 'ContractorUser'])) return
  const { read: readAll } = await clientHome()
  if (contractor !== null) await readAll()
}

const ClientHome = () => createElement(use(clientHome()).Page)

/** Panels for visitors, below the first content. */
const PARTS = {
  brands: createElement(lazy(() => import('../../features/catalog/brands/known-brands.tsx'))),
  news: createElement(lazy(() => import('../../features/site/news/latest-news.tsx'))),
}

const Page = () => createElement(HomePage, { client: createElement(ClientHome), ...PARTS })
export default Page
