import type { Offer, OfferGroup } from '@artikul/contract/catalog'
import { day, momentDay, nearDay, shortDay } from '../../lib/format.ts'
import { Tag, type Tone } from '../../ui/tag.tsx'
import { useShowsClient } from './client-view.ts'

const KIND: Record<OfferGroup['kind'], { text: string; tone: Tone }> = {
  asked: { text: 'Искомый', tone: 'accent' },
  replacement: { text: 'Замена', tone: 'info' },
  analogue: { text: 'Аналог', tone: 'neutral' },
}

export const KindTag = ({ kind }: { kind: OfferGroup['kind'] }) => <Tag tone={KIND[kind].tone}>{KIND[kind].text}</Tag>

export function Marks({ offer }: { offer: Offer }) {
  const showsClient = useShowsClient()
  return (
    <>
      {offer.is_best_price && <Tag tone="success">Лучшая цена</Tag>}
      {offer.is_fastest && <Tag tone="info">Быстрее всех</Tag>}
      {offer.stale && (
        <Tag tone="warn">
          {showsClient ? 'Уточняется' : `Прайс от ${momentDay(offer.updated_at).slice(0, 5)}, уточняется`}
        </Tag>
      )}
    </>
  )
}

/** «Ожидаем»: the day, and how far it is. */
export function Term({ offer }: { offer: Offer }) {
  const near = nearDay(offer.expected_date)
  return (
    <time dateTime={offer.expected_date} title={day(offer.expected_date)}>
      {near === 'сегодня' ? <span className="text-success">сегодня</span> : near}
      {offer.term_days > 1 && <span className="text-text-2">, {offer.term_days}&nbsp;дн.</span>}
    </time>
  )
}

export const guaranteed = (offer: Offer) => shortDay(offer.guaranteed_date)

export const returns = (offer: Offer) => (offer.return_days > 0 ? `${offer.return_days}\u00a0дн.` : 'без возврата')
