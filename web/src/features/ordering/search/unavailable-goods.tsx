import type { OfferGroup } from '@artikul/contract/catalog/catalog'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Article } from '../../../ui/text/article.tsx'
import { ManagerRequest } from './product/manager-request.tsx'
import { useAlertProduct } from './product/alert-product.ts'

/** Requested goods that are unavailable, with product alerts. */
export function UnavailableGoods({ groups, qty }: { groups: readonly OfferGroup[]; qty?: number | undefined }) {
  const WatchProduct = useAlertProduct()
  const absent = groups.filter(({ kind, offers }) => kind === 'asked' && offers.length === 0)
  if (absent.length === 0) return null
  return (
    <ul
      aria-label="Сейчас нет в наличии"
      className="divide-y divide-hairline rounded-lg border border-hairline bg-surface text-sm"
    >
      {absent.map(({ product }) => (
        <li key={product.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3 py-2.5">
          <div className="min-w-0">
            <p>
              <span className="font-semibold">{product.brand}</span>{' '}
              <Link
                to="/catalog/$code"
                params={{ code: product.code }}
                className="font-medium underline underline-offset-2"
              >
                <Article>{product.article}</Article>
              </Link>{' '}
              <span className="text-text-2">{product.name}</span>
            </p>
            <p className="text-text-2">Предложений этого номера сейчас нет</p>
          </div>
          <div className="flex flex-wrap items-center gap-2">
            {WatchProduct && (
              <Suspense>
                <WatchProduct product={product} available={false} />
              </Suspense>
            )}
            <ManagerRequest about={product} qty={qty} />
          </div>
        </li>
      ))}
    </ul>
  )
}
