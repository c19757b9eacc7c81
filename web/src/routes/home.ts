import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconHome } from '@tabler/icons-react'
import { rootRoute } from './root.ts'

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: {
    page: {
      name: 'home',
      icon: IconHome,
      title: 'Главная',
      description: 'Оптовый портал автозапчастей: поиск по артикулу, свои цены, сроки, заказы и счета',
    },
  },
  component: lazyRouteComponent(() => import('../features/home/home-page.tsx')),
})
