import type { QuoteRequestRow } from '@artikul/contract/ordering/quote-requests'
import { formatQty } from '@artikul/contract/core/money'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Article } from '../../../ui/text/article.tsx'
import { OrderLink } from '../../../ui/files/document-link.tsx'

interface Props {
  row: QuoteRequestRow
  position: number
  actions?: ReactNode
  /** Offers for the row. */
  children?: ReactNode
}

/** Requested row as typed, with the offers below it. */
export function RowBlock({ row, position, actions, children }: Props) {
  return (
    <li className="border-b border-hairline last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 bg-raised px-4 py-2 text-sm">
        <p className="min-w-0 break-words">
          <span className="mr-2 text-text-2">{position}.</span>
          <RowName row={row} />
          <span className="text-text-2">
            , {formatQty(row.qty)}&nbsp;шт.
            {row.client_ref && `, ${row.client_ref}`}
            {row.order && (
              <>
                , вместо отказанной строки заказа <OrderLink id={row.order.id}>№ {row.order.number}</OrderLink>
              </>
            )}
          </span>
        </p>
        {actions}
      </div>
      {row.refusal && (
        <p className="px-4 py-2.5 text-sm">
          <span className="font-medium">Не можем поставить.</span> {row.refusal}
        </p>
      )}
      {children}
    </li>
  )
}

function RowName({ row: { product_code, brand, article, name } }: { row: QuoteRequestRow }) {
  const title = (
    <>
      {brand && <span className="font-semibold">{brand} </span>}
      {article && <Article className="font-medium">{article}</Article>}
      {article && name && ' '}
      {name}
    </>
  )
  return product_code === null ? (
    title
  ) : (
    <Link to="/catalog/$code" params={{ code: product_code }} className="quiet-link">
      {title}
    </Link>
  )
}
