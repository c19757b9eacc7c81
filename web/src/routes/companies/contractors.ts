import { CONTRACTOR_STATUS_LABELS } from '@artikul/contract/companies/contractor-status'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { addressOf, choiceParam, keyParam, numberParam, pageParams, textParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./contractors.page.ts')

export const contractorsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contractors',
  validateSearch: addressOf({
    ...pageParams,
    q: textParam(200),
    status: keyParam(CONTRACTOR_STATUS_LABELS),
    stopped: choiceParam(['true']),
    manager_id: numberParam(),
    /** Telephone of the caller in any spelling. */
    phone: textParam(30),
  }),
  loaderDeps: ({ search }) => search,
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'contractors',
      title: 'Мои компании',
      menu: 'Компании',
      titles: { ArtikulOrderManager: 'Покупатели' },
      requiresAuth: true,
      roles: ['ContractorAdmin', 'ArtikulOrderManager'],
      order: 4,
      group: 'companies',
      help: { staff: 'Работать от имени клиента' },
    },
  },
  component: lazyRouteComponent(page),
})
