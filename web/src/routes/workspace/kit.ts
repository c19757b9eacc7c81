import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../root.ts'

/** Every part of the kit in every state; built only for those who work on it. */
export const createKitRoute = () =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/kit',
    component: lazyRouteComponent(() => import('../../features/workspace/kit/kit-page.tsx')),
  })
