import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconApi } from '@tabler/icons-react'
import { rootRoute } from './root.ts'

export const apiRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/api',
  staticData: {
    page: {
      name: 'api',
      icon: IconApi,
      title: 'Описание API',
      description: 'Описание программного интерфейса портала: пути, поля запросов и ответов, ошибки',
    },
  },
  component: lazyRouteComponent(() => import('../features/api-docs/api-page.tsx')),
})
