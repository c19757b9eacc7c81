import type { Offer, OfferGroup } from '@artikul/contract/catalog/catalog'
import { formatMoney, formatQty } from '@artikul/contract/core/money'
import { day, momentDay, nearDay, quantity, roubles, shortDay } from '../../../../lib/text/format.ts'
import { Tag, type Tone } from '../../../../ui/text/tag.tsx'
import { useShowsClient } from '../client-view/client-view.ts'

const REQUESTED = { text: 'Запрошенный номер', tone: 'brand' } as const
const RELATION: Record<NonNullable<OfferGroup['cross']>['kind'], { text: string; tone: Tone }> = {
  replaced_by: { text: 'Замена: новый номер', tone: 'info' },
  replaces: { text: 'Замена: старый номер', tone: 'warn' },
  analogue: { text: 'Аналог', tone: 'neutral' },
}

/** Relation of the product to the requested article, with its source; the client view hides the source. */
export function Relation({ cross }: Pick<OfferGroup, 'cross'>) {
  const showsClient = useShowsClient()
  const { text, tone } = cross ? RELATION[cross.kind] : REQUESTED
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <Tag tone={tone}>{text}</Tag>
      {cross?.reliability === 'sure' && <Tag tone="success">Надёжный</Tag>}
      {cross?.reliability === 'doubtful' && <Tag tone="warn">Сомнительный</Tag>}
      {cross && cross.source !== '' && !showsClient && (
        <span title="Откуда известно" className="truncate text-xs text-text-3 max-xl:hidden">
          {cross.source}
        </span>
      )}
    </span>
  )
}

export function Marks({ offer }: { offer: Offer }) {
  const showsClient = useShowsClient()
  return (
    <>
      {offer.is_best_price && !offer.is_fastest && <Tag tone="success">Лучшая цена</Tag>}
      {offer.is_fastest && (
        <Tag tone={offer.is_best_price ? 'success' : 'info'}>
          {offer.is_best_price ? <span title="Лучшая цена, быстрее всех">Лучший выбор</span> : 'Быстрее всех'}
        </Tag>
      )}
      {offer.stale && (
        <Tag tone="warn">
          {showsClient ? 'Уточняется' : `Прайс от ${momentDay(offer.updated_at).slice(0, 5)}, уточняется`}
        </Tag>
      )}
    </>
  )
}

interface QtyPricesProps {
  offer: Offer
  unit: string
  /** Sets the quantity from which the lower price applies. */
  onTake: (qty: number) => void
}

/** «от 10 шт. — 1 180,00 ₽»: buttons that set the quantity. */
export function QtyPrices({ offer: { qty_prices: larger = [] }, unit, onTake }: QtyPricesProps) {
  return larger.map(({ qty_from, price_kop }) => (
    <button
      key={qty_from}
      type="button"
      className="text-xs text-text-2 underline underline-offset-2 hover:text-text"
      onClick={() => onTake(qty_from)}
    >
      от {quantity(qty_from, unit)}
      {price_kop !== null && <> — {roubles(price_kop)}</>}
    </button>
  ))
}

/** The next quantity price below the price of a row, in one line: «от 10: 1 180,00». */
export function NextQtyPrice({ offer, qty, onTake }: Omit<QtyPricesProps, 'unit'> & { qty: number }) {
  const next = offer.qty_prices?.find(({ qty_from: from }) => from > qty)
  if (!next || next.price_kop === null) return null
  return (
    <button
      type="button"
      className="block w-full text-right text-[11px] leading-3 font-normal text-text-2 underline underline-offset-2 hover:text-text"
      onClick={() => onTake(next.qty_from)}
    >
      от {formatQty(next.qty_from)}: {formatMoney(next.price_kop)}
    </button>
  )
}

/** «Ожидаем»: the expected date with the number of days. */
export function Term({ offer }: { offer: Offer }) {
  const near = nearDay(offer.expected_date)
  return (
    <time dateTime={offer.expected_date} title={`${day(offer.expected_date)}, гарантируем ${guaranteed(offer)}`}>
      {near === 'сегодня' ? <span className="text-success">сегодня</span> : near}
      {offer.term_days > 1 && <span className="text-text-2">, {offer.term_days}&nbsp;дн.</span>}
    </time>
  )
}

export const guaranteed = (offer: Offer) => shortDay(offer.guaranteed_date)

/** «Выдача»: how much of what is ordered the supplier delivers; so far only by its own words. */
export function DeliveredShare({ offer: { stated_delivery_percent: percent } }: { offer: Offer }) {
  return percent === undefined ? (
    <span className="text-text-2">—</span>
  ) : (
    <span title="Столько заказанного выдают, со слов поставщика">{percent}&nbsp;%</span>
  )
}

export const returns = (offer: Offer) => (offer.return_days > 0 ? `${offer.return_days}\u00a0дн.` : 'без возврата')
