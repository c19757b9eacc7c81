import { MAX_GROUP_PAGE } from '@artikul/contract/ordering/search'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { addressOf, choiceParam, listParam, numberParam, textParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

const SORTS = ['price', '-price', 'date', '-date', 'stock', '-stock'] as const

const page = () => import('./catalog.page.ts')

export const catalogRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/catalog',
  validateSearch: addressOf({
    q: textParam(100),
    /** Maker chosen among several. */
    maker: numberParam(999_999_999),
    /** Inventory group shown when nothing is searched, and its page. */
    group: numberParam(2_147_483_647),
    page: numberParam(MAX_GROUP_PAGE),
    /** «Нужно, шт.»: the needed quantity of the displayed offers. */
    qty: numberParam(999_999),
    brand: listParam,
    warehouse: listParam,
    days: numberParam(365),
    from_kop: numberParam(),
    to_kop: numberParam(),
    own: choiceParam(['true']),
    returns: choiceParam(['true']),
    enough: choiceParam(['true']),
    sort: choiceParam(SORTS),
  }),
  loaderDeps: ({ search: { q, maker, group, page } }) => ({ q, maker, group, page }),
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'catalog',
      title: 'Поиск запчастей',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager', 'ContractorAdmin', 'ContractorUser'],
      order: 1,
      group: 'buying',
      help: { client: 'Найти по артикулу', staff: 'Принять заказ по телефону' },
      menu: 'Каталог',
    },
  },
  component: lazyRouteComponent(page),
})
