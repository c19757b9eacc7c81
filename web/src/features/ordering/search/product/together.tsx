import { catalogRoutes } from '@artikul/contract/catalog/catalog'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Article } from '../../../../ui/text/article.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { query } from '../../../../lib/api/query.ts'

/** «С этим берут»; hidden when there are no products or the request fails. */
export function Together({ code }: { code: string }) {
  const { data } = useQuery(query(catalogRoutes.together, { params: { code } }, { staleTime: 60 * 60_000 }))
  if (!data || data.results.length === 0) return null
  return (
    <Panel title="С этим берут">
      <ul className="flex flex-col gap-2 text-sm">
        {data.results.map((product) => (
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
