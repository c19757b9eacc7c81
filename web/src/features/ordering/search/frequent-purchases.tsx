import { counted } from '@artikul/contract/core/plural'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { shortDay } from '../../../lib/text/format.ts'
import { Article } from '../../../ui/text/article.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ProductThumbnail } from '../../../ui/product-photo.tsx'
import { frequentPurchasesQuery } from './catalog.api.ts'

/** «Часто берёте»: what the company ordered more than once lately; hidden when there is nothing. */
export function FrequentPurchases() {
  const { data } = useQuery(frequentPurchasesQuery)
  if (!data || data.results.length === 0) return null
  const hasPhotos = data.results.some(({ product }) => product.photo)
  return (
    <Panel title="Часто берёте" flush>
      <ul className="grid py-1 text-sm sm:grid-cols-2 xl:grid-cols-3">
        {data.results.map(({ product, orders_count: count, last_ordered_on: day }) => (
          <li key={product.id} className="min-w-0">
            <Link
              to="/catalog/$code"
              params={{ code: product.code }}
              className="flex items-center gap-3 px-4 py-2 -outline-offset-2! hover:bg-raised"
            >
              {hasPhotos && <ProductThumbnail hash={product.photo} className="size-9 flex-none" />}
              <span className="min-w-0">
                <span className="block truncate">
                  <span className="font-semibold">{product.brand}</span> <Article>{product.article}</Article>{' '}
                  <span className="text-text-2">{product.name}</span>
                </span>
                <span className="block truncate text-xs text-text-2">
                  {counted(count, 'заказ', 'заказа', 'заказов')}, последний {shortDay(day)}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
