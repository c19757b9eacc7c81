import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { settingsAddress } from './settings.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./admin.page.ts')

/** Inventory groups. The settings stood here as tabs: their addresses lead on. */
export const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  validateSearch: settingsAddress,
  beforeLoad: ({ search }) => {
    const { tab } = search
    if (tab !== undefined && tab !== 'setup') redirect({ to: '/settings', search, replace: true, throw: true })
  },
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'admin',
      title: 'Группы номенклатуры',
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager'],
      order: 5.2,
      group: 'setup',
      help: { staff: 'Прайс-листы' },
    },
  },
  component: lazyRouteComponent(page),
})
