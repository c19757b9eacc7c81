import type { Offer, OfferGroup, ProductBrief } from '@artikul/contract/catalog/catalog'
import type { SearchReply } from '@artikul/contract/ordering/search'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { requestRoutes } from '@artikul/contract/ordering/quote-requests'
import { nearDay } from '../../../lib/text/format.ts'
import { Article } from '../../../ui/text/article.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/windows/dialog.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { query } from '../../../lib/api/query.ts'

interface Props {
  requestId: number
  company: string
  /** Initial search text: the row's article. */
  initialQuery: string
  onChoose: (product: ProductBrief, offer: Offer) => void
  onClose: () => void
}

/** A product found by words needs no word for its relation to them. */
const KIND: Record<OfferGroup['kind'], string | null> = {
  asked: 'запрошенный',
  found: null,
  replacement: 'замена',
  analogue: 'аналог',
}

/** Searches an article within the request, at the prices of the requesting company. */
export default function OfferDialog({ requestId, company, initialQuery, onChoose, onClose }: Props) {
  const [typed, setTyped] = useState(initialQuery)
  const [search, setSearch] = useState<{ q: string; brand?: number }>({ q: initialQuery })
  const { data, error, isFetching, refetch } = useQuery(
    // Offers at the prices of the requesting company.
    query(requestRoutes.offers, { params: { id: requestId }, query: search }, { enabled: search.q.length > 1 }),
  )
  const look = (q: string) => {
    setTyped(q)
    setSearch({ q })
  }
  return (
    <Dialog title="Подобрать предложение" description={`Цены компании ${company}`} width="lg" open onClose={onClose}>
      <Form label="Поиск предложения" className="mb-3" onSubmit={() => look(typed.trim())}>
        <div className="flex items-end gap-2">
          <TextField
            label="Артикул, штрихкод или название"
            className="flex-1"
            maxLength={100}
            value={typed}
            onValueChange={setTyped}
          />
          <Button type="submit" busy={isFetching}>
            Найти
          </Button>
        </div>
      </Form>
      {data && (
        <Found reply={data} onChoose={onChoose} onLook={look} onBrand={(brand) => setSearch({ q: search.q, brand })} />
      )}
      {!data && (error !== null || isFetching) && <QueryFallback error={error} onRetry={refetch} rows={5} />}
    </Dialog>
  )
}

interface FoundProps {
  reply: SearchReply
  onChoose: Props['onChoose']
  onLook: (q: string) => void
  onBrand: (brand: number) => void
}

function Found({ reply, onChoose, onLook, onBrand }: FoundProps) {
  if (reply.found === 'nothing')
    return <EmptyState title="Ничего не найдено" text="Проверьте номер или поищите аналог по названию." />
  const unoffered = reply.products.filter(({ offers_count: count }) => count === 0)
  return (
    <div className="flex flex-col gap-3">
      {reply.makers.length > 1 && (
        <p className="flex flex-wrap items-center gap-2 text-sm">
          Аналоги и замены:
          {reply.makers.map(({ brand, brand_id }) => (
            <Button key={brand_id} size="sm" onClick={() => onBrand(brand_id)}>
              {brand}
            </Button>
          ))}
        </p>
      )}
      {reply.groups.map((group) => (
        <Group key={group.product.id} group={group} onChoose={onChoose} />
      ))}
      {unoffered.length > 0 && (
        <ul aria-label="Нет в наличии" className="divide-y divide-hairline rounded-md border border-hairline text-sm">
          {unoffered.map((product) => (
            <li key={product.id} className="flex items-center justify-between gap-3 px-3 py-2">
              <ProductName product={product} />
              <Button size="sm" onClick={() => onLook(`${product.brand} ${product.article}`)}>
                Аналоги
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const ProductName = ({ product }: { product: ProductBrief }) => (
  <p className="min-w-0">
    <span className="font-semibold">{product.brand}</span> <Article>{product.article}</Article>{' '}
    <span className="text-text-2">{product.name}</span>
  </p>
)

function Group({ group: { kind, product, offers }, onChoose }: { group: OfferGroup; onChoose: Props['onChoose'] }) {
  return (
    <section aria-label={`${product.brand} ${product.article}`} className="rounded-md border border-hairline text-sm">
      <div className="flex flex-wrap items-center gap-2 bg-raised px-3 py-2">
        <ProductName product={product} />
        {KIND[kind] && <Tag tone={kind === 'asked' ? 'brand' : 'neutral'}>{KIND[kind]}</Tag>}
      </div>
      {offers.length === 0 && <p className="px-3 py-2 text-text-2">Предложений нет</p>}
      <ul className="divide-y divide-hairline">
        {offers.map((offer) => (
          <li
            key={offer.id}
            className="grid grid-cols-[1fr_auto_auto] items-center gap-x-4 px-3 py-1.5 sm:grid-cols-[1fr_6rem_8rem_7rem_auto]"
          >
            <span>{offer.warehouse}</span>
            <span className="max-sm:hidden">{offer.qty_text} шт.</span>
            <span className="text-text-2 max-sm:hidden">{nearDay(offer.expected_date)}</span>
            <Money kop={offer.price_kop} className="text-right font-semibold" />
            <Button size="sm" onClick={() => onChoose(product, offer)}>
              Выбрать
              <span className="sr-only">
                {' '}
                {product.brand} {product.article}, {offer.warehouse}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
