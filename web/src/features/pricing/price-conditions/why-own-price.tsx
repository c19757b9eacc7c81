import type { ProductBrief } from '@artikul/contract/catalog/catalog'
import { formatPercent } from '@artikul/contract/core/money'
import { ownPriceRoutes, type OwnCondition, type OwnPrice } from '@artikul/contract/pricing/own-price'
import { IconCalculator } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../lib/api/query.ts'
import { day, quantity, roubles } from '../../../lib/text/format.ts'
import { useMay } from '../../../lib/session/current-session.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Dialog } from '../../../ui/windows/dialog.tsx'

/** «Почему такая цена» for a buyer: the list price, the own one and the condition between them. */
export default function WhyOwnPrice({ product }: { product: ProductBrief }) {
  const [open, setOpen] = useState(false)
  if (!useMay('see_prices')) return null
  return (
    <>
      <Button icon={<IconCalculator size={16} />} onClick={() => setOpen(true)}>
        Почему такая цена
      </Button>
      {open && <Prices product={product} onClose={() => setOpen(false)} />}
    </>
  )
}

function Prices({ product, onClose }: { product: ProductBrief; onClose: () => void }) {
  const { data, error, refetch } = useQuery(query(ownPriceRoutes.explain, { query: { product_id: product.id } }))
  return (
    <Dialog
      side
      title={`Почему такая цена: ${product.brand} ${product.article}`}
      description="Цены с НДС за единицу, для наименьшего количества"
      open
      onClose={onClose}
      actions={<Button onClick={onClose}>Закрыть</Button>}
    >
      {data?.results.map((price) => (
        <Explained key={price.offer_id} price={price} unit={product.unit} />
      ))}
      {data?.results.length === 0 && <EmptyState title="Предложений этого номера сейчас нет" />}
      {!data && <QueryFallback error={error} onRetry={refetch} rows={8} />}
    </Dialog>
  )
}

const SCOPES: Record<OwnCondition['scope'], string> = {
  company: 'условие вашей компании',
  price_group: 'условие вашей ценовой группы',
  everybody: 'условие для всех покупателей',
}
const GOODS: Record<OwnCondition['goods'], string> = {
  product: ' на этот артикул',
  brand: ' на этот бренд',
  inventory_group: ' на эту группу товаров',
  any: '',
}

function effectText({ effect, discount_percent: discount }: OwnCondition): string {
  if (effect === 'fixed') return 'Назначенная цена'
  return effect === 'discount' ? `Скидка ${formatPercent(Math.round((discount ?? 0) * 100))}` : 'Особая цена'
}

/** «Скидка 12 %: условие вашей компании на этот бренд, от 10 шт., до 31.12.2026». */
function conditionText(condition: OwnCondition, unit: string): string {
  const { scope, goods, qty_from: from, valid_to: until } = condition
  const bounds = [from > 0 && `от ${quantity(from, unit)}`, until && `до ${day(until)}`].filter(
    (text) => text !== false && text !== null,
  )
  return [`${effectText(condition)}: ${SCOPES[scope]}${GOODS[goods]}`, ...bounds].join(', ')
}

function Explained({ price, unit }: { price: OwnPrice; unit: string }) {
  const { warehouse, price_kop: own, list_kop: list, condition } = price
  const saved = own !== null && list !== null ? list - own : 0
  return (
    <section className="border-b border-hairline px-4 py-3 text-sm last:border-0">
      <h3 className="font-semibold">{warehouse}</h3>
      <dl className="mt-1 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        {saved > 0 && (
          <>
            <dt className="text-text-2">Цена по прайсу</dt>
            <dd className="text-right text-text-2">
              <Money kop={list} />
            </dd>
          </>
        )}
        <dt>{condition ? conditionText(condition, unit) : 'Ценовая колонка вашего договора'}</dt>
        <dd className="text-right font-semibold">
          <Money kop={own} />
        </dd>
      </dl>
      {saved > 0 && (
        <p className="mt-1 text-text-2">
          Дешевле прайса на {roubles(saved)} ({formatPercent(Math.round((saved / (list ?? 1)) * 10_000))})
        </p>
      )}
    </section>
  )
}
