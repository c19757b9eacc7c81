import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../root.ts'

/** Page with every component in every state; built only for developers. */
export const createKitRoute = () =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/kit',
    component: lazyRouteComponent(() => import('../../features/workspace/kit/kit-page.tsx')),
  })
