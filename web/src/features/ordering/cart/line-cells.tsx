import type { CartLine } from '@artikul/contract/ordering/cart'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { nearDay } from '../../../lib/text/format.ts'
import { Article } from '../../../ui/text/article.tsx'

interface GoodsProps {
  product: CartLine['product']
  /** Additional content of the line. */
  children?: ReactNode
}

/** Product cell of a line, shared by the cart and assisted orders. */
export const GoodsCell = ({ product: { code, brand, article, name }, children }: GoodsProps) => (
  <div className="min-w-0">
    <Link to="/catalog/$code" params={{ code }} className="underline-offset-2 hover:underline">
      <span className="font-semibold">{brand}</span> <Article>{article}</Article>
    </Link>
    <p className="truncate text-text-2" title={name}>
      {name}
    </p>
    {children}
  </div>
)

/** Warehouse and expected date; on a narrow screen it spans the row below the product. */
export const OfferCell = ({ offer }: Pick<CartLine, 'offer'>) => (
  <div className="min-w-0 max-lg:col-span-full max-lg:flex max-lg:justify-between">
    <p className="truncate">{offer ? offer.warehouse : 'Нет в продаже'}</p>
    {offer && <p className="text-text-2">ожидаем {nearDay(offer.expected_date)}</p>}
  </div>
)
