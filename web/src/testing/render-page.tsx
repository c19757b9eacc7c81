import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { parseSearch, stringifySearch } from '../lib/page/search-params.ts'
import { OverlayHost } from '../ui/windows/overlay-host.tsx'
import { Toaster } from '../ui/hints/toaster.tsx'

interface Place {
  /** The route's path, whose name the page asks its parameters by. */
  path: string
  /** The address opened; the path itself unless told. */
  at?: string
  /** How the route reads its search parameters, where the page needs more of them than text. */
  validateSearch?: { parse: (search: Record<string, unknown>) => object }
}

/** Draws a page as the router would, without the shell around it; every other address is an empty page. */
export function renderPage(Page: () => ReactNode, { path, at = path, validateSearch }: Place) {
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path,
    component: Page,
    ...(validateSearch && { validateSearch }),
  })
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => null })
  const router = createRouter({
    routeTree: root.addChildren(path === '/' ? [page] : [page, elsewhere]),
    history: createMemoryHistory({ initialEntries: [at] }),
    parseSearch,
    stringifySearch,
  })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={queryClient}>
      {/* The page's own small tree stands in place of the portal's. */}
      <RouterProvider router={router as never} />
      <OverlayHost />
      <Toaster />
    </QueryClientProvider>,
  )
  return { router, queryClient }
}
