import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { addressOf, numberParam, pageParams, textParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./accounts.page.ts')

export const accountsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/manager',
  validateSearch: addressOf({
    ...pageParams,
    inn: textParam(12),
    username: textParam(200),
    contractor_id: numberParam(),
  }),
  loaderDeps: ({ search }) => search,
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'accounts',
      title: 'Сотрудники',
      titles: { ArtikulOrderManager: 'Пользователи' },
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ContractorAdmin'],
      order: 5,
      group: 'companies',
      help: { client: 'Сотрудники' },
    },
  },
  component: lazyRouteComponent(page),
})
