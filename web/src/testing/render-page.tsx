import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { parseSearch, stringifySearch } from '../lib/page/search-params.ts'
import { OverlayHost } from '../ui/windows/overlay-host.tsx'
import { Toaster } from '../ui/hints/toaster.tsx'

interface Place {
  /** Path of the route, from which the page reads its parameters. */
  path: string
  /** Address to open; defaults to the path. */
  at?: string
  /** Parser of the search parameters, when the page needs types other than text. */
  validateSearch?: { parse: (search: Record<string, unknown>) => object }
}

/** Renders a page as the router would, without the frame; every other address is an empty page. */
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
      {/* A small route tree replaces the portal's. */}
      <RouterProvider router={router as never} />
      <OverlayHost />
      <Toaster />
    </QueryClientProvider>,
  )
  return { router, queryClient }
}
