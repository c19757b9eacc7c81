import { saleStepNote } from '../../../../lib/text/sale-step.ts'
import { memo } from 'react'
import { priceAt } from '@artikul/contract/catalog/best-offers'
import type { Offer, OfferGroup } from '@artikul/contract/catalog/catalog'
import { unitText } from '@artikul/contract/core/units'
import { Money } from '../../../../ui/text/money.tsx'
import { useShowsClient } from '../client-view/client-view.ts'
import { Purchase, OfferSource } from '../product/inside.tsx'
import { DeliveredShare, Marks, QtyPrices, returns, Term } from './offer-parts.tsx'
import { AddOffer, type OfferActions } from './add-offer.tsx'

/** An offer on a phone, with labelled days and stock. */
export const OfferCard = memo(function OfferCard({
  group,
  offer,
  qty,
  add,
  setQty,
}: OfferActions & { group: OfferGroup; offer: Offer; qty: number }) {
  const showsClient = useShowsClient()
  const { product } = group
  const title = `${product.brand} ${product.article}, ${offer.warehouse}`
  return (
    <div className="border-b border-hairline px-3 py-2.5 text-sm">
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 font-medium">{offer.warehouse}</span>
        <span className="text-right">
          <Money kop={priceAt(offer, qty)} className="text-base font-semibold" />
          <span className="ml-2 text-xs">
            <Purchase offer={offer} />
          </span>
        </span>
      </div>
      <div className="mt-0.5 flex flex-wrap gap-1.5 empty:hidden">
        <OfferSource offer={offer} />
        <Marks offer={offer} />
        {add && <QtyPrices offer={offer} unit={product.unit} onTake={(next) => setQty(offer.id, next)} />}
      </div>
      <div className="mt-1 flex items-end justify-between gap-3">
        <dl className="grid grid-cols-[auto_1fr] gap-x-2 text-xs [&>dt]:text-text-2">
          <dt>Ожидаем</dt>
          <dd>
            <Term offer={offer} />
          </dd>
          <dt>Остаток</dt>
          <dd>
            {offer.qty_text} {unitText(product.unit)}
            {saleStepNote(offer)}
          </dd>
          {!showsClient && (
            <>
              <dt>Возврат</dt>
              <dd>{returns(offer)}</dd>
              {offer.stated_delivery_percent !== undefined && (
                <>
                  <dt>Выдача</dt>
                  <dd>
                    <DeliveredShare offer={offer} /> <span className="text-text-2">со слов поставщика</span>
                  </dd>
                </>
              )}
            </>
          )}
        </dl>
        {add && (
          <div className="flex flex-none items-center gap-2">
            <AddOffer group={group} offer={offer} qty={qty} title={title} add={add} setQty={setQty} />
          </div>
        )}
      </div>
    </div>
  )
})
