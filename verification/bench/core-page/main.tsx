// Baseline of the web scenario: React, router and queries without any application code.
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'

const root = createRootRoute({ component: Outlet })

function Page() {
  const { data } = useQuery({ queryKey: ['live'], queryFn: () => fetch('/health/live').then((reply) => reply.text()) })
  return (
    <main>
      <h1>Ядро</h1>
      <p>{data}</p>
    </main>
  )
}

const page = createRoute({ getParentRoute: () => root, path: '$', component: Page })
const router = createRouter({ routeTree: root.addChildren([page]) })
const element = document.getElementById('root')
if (element)
  createRoot(element).render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
