import type { CartBrief } from '@artikul/contract/ordering/carts'
import { counted } from '@artikul/contract/core/plural'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../../lib/session/current-session.ts'
import { Money } from '../../../ui/text/money.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { cartsQuery, cartSumsQuery } from './cart.api.ts'

const SHOWN = 6

/**
 * Lists non-empty carts with their line counts and, where prices are visible, their totals; hidden when there are none.
 */
export default function CartsPanel() {
  const carts = useQuery(cartsQuery)
  const seesPrices = useMay('see_prices')
  const { data: sums } = useQuery({ ...cartSumsQuery, enabled: seesPrices })
  const full = carts.data?.results.filter(({ lines_count: lines }) => lines > 0) ?? []
  const sumOf = new Map(sums?.results.map(({ id, total_sum_kop: kop }) => [id, kop]))
  if (carts.data && full.length === 0) return null
  return (
    <QueryPanel
      query={carts}
      expected={1}
      title="Корзины"
      actions={
        full.length > SHOWN && (
          <Link to="/cart" className="quiet-link text-sm">
            Показать все<span className="sr-only">: корзины</span>
          </Link>
        )
      }
    >
      {() => (
        <ul className="divide-y divide-hairline">
          {full.slice(0, SHOWN).map((cart) => (
            <CartRow key={cart.id} cart={cart} sum={sumOf.get(cart.id) ?? null} />
          ))}
        </ul>
      )}
    </QueryPanel>
  )
}

const CartRow = ({ cart: { id, name, is_current: isCurrent, lines_count: lines }, sum }: RowProps) => (
  <li className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-1.5 text-sm">
    <Link
      to="/cart"
      search={isCurrent ? {} : { cart: id }}
      className="min-w-0 truncate font-semibold underline-offset-2 hover:underline"
    >
      {name}
    </Link>
    {isCurrent && <Tag>Текущая</Tag>}
    <span className="text-text-2">{counted(lines, 'строка', 'строки', 'строк')}</span>
    {sum !== null && <Money kop={sum} className="ml-auto font-semibold tabular-nums" />}
  </li>
)

interface RowProps {
  cart: CartBrief
  /** `null` when prices are hidden or the cart is too long to price here. */
  sum: number | null
}
