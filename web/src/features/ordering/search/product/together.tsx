import { catalogRoutes } from '@artikul/contract/catalog/catalog'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../../../lib/api/call.ts'
import { Article } from '../../../../ui/text/article.tsx'
import { Panel } from '../../../../ui/panel.tsx'

const togetherQuery = (code: string) =>
  queryOptions({
    queryKey: ['together', code],
    queryFn: async ({ signal }) => (await call(catalogRoutes.together, { params: { code }, signal })).results,
    staleTime: 60 * 60_000,
  })

/** «С этим берут»; hidden when there are no products or the request fails. */
export function Together({ code }: { code: string }) {
  const { data } = useQuery(togetherQuery(code))
  if (!data || data.length === 0) return null
  return (
    <Panel title="С этим берут">
      <ul className="flex flex-col gap-2 text-sm">
        {data.map((product) => (
          <li key={product.id}>
            <Link to="/catalog/$code" params={{ code: product.code }} className="underline-offset-2 hover:underline">
              <span className="font-semibold">{product.brand}</span> <Article>{product.article}</Article>
            </Link>
            <p className="truncate text-text-2" title={product.name}>
              {product.name}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
