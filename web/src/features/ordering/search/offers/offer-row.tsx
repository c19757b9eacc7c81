import { formatQty } from '@artikul/contract/core/money'
import { saleStepText } from '../../../../lib/text/sale-step.ts'
import { priceAt } from '@artikul/contract/catalog/best-offers'
import type { Offer, OfferGroup } from '@artikul/contract/catalog/catalog'
import { counted } from '@artikul/contract/core/plural'
import { unitText } from '@artikul/contract/core/units'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { moment, momentDay } from '../../../../lib/text/format.ts'
import { Article } from '../../../../ui/text/article.tsx'
import { CopyButton } from '../../../../ui/text/copy-button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Money } from '../../../../ui/text/money.tsx'
import { ProductThumbnail } from '../../../../ui/product-photo.tsx'
import { useShowsClient } from '../client-view/client-view.ts'
import { Purchase, OfferSource, useSeesPurchase } from '../product/inside.tsx'
import { resultGroupName } from '../search-result.ts'
import { DeliveredShare, guaranteed, Marks, NextQtyPrice, Relation, returns, Term } from './offer-parts.tsx'
import { AddOffer, type OfferActions } from './add-offer.tsx'

interface OfferProps extends OfferActions {
  group: OfferGroup
  offer: Offer
  qty: number
  /** True for the row selected by the arrow keys. */
  current: boolean
  rowIndex: number
  /** True when «Гарантируем» fits. */
  wide: boolean
  /** True when «Обновлено» fits too. */
  widest: boolean
  /** True when some offer of the list states its delivered share. */
  hasShares: boolean
}

const CELL =
  'h-9 overflow-hidden border-b border-hairline px-2.5 text-ellipsis whitespace-nowrap group-hover/row:bg-raised'
const NUM = `${CELL} text-right`

export const OfferRow = memo(function OfferRow({
  group,
  offer,
  qty,
  current,
  rowIndex,
  wide,
  widest,
  hasShares,
  add,
  setQty,
}: OfferProps) {
  const seesPurchase = useSeesPurchase()
  const showsClient = useShowsClient()
  const { product } = group
  const title = `${product.brand} ${product.article}, ${offer.warehouse}`
  return (
    <tr
      data-offer={offer.id}
      aria-rowindex={rowIndex}
      tabIndex={current ? 0 : -1}
      className="group/row focus-visible:outline-2 focus-visible:-outline-offset-2! focus-visible:outline-ring"
    >
      <td className={CELL}>
        <span className="flex min-w-0 items-center gap-1.5">
          <span className="flex-none">{offer.warehouse}</span>
          <OfferSource offer={offer} />
          <Marks offer={offer} />
        </span>
      </td>
      <td className={CELL}>
        <Term offer={offer} />
      </td>
      {wide && <td className={cx(CELL, 'text-text-2')}>{guaranteed(offer)}</td>}
      <td className={NUM}>
        {offer.qty_text} <span className="text-text-2">{unitText(product.unit)}</span>
      </td>
      <td
        className={cx(NUM, 'text-text-2')}
        title={offer.min_qty ? `Минимальный заказ ${formatQty(offer.min_qty)}` : undefined}
      >
        {saleStepText(offer)}
      </td>
      {!showsClient && (
        <td className={cx(CELL, offer.return_days === 0 ? 'text-warn' : 'text-text-2')}>{returns(offer)}</td>
      )}
      {hasShares && !showsClient && (
        <td className={NUM}>
          <DeliveredShare offer={offer} />
        </td>
      )}
      {widest && !showsClient && (
        <td className={cx(CELL, 'text-text-2')} title={moment(offer.updated_at)}>
          {momentDay(offer.updated_at).slice(0, 5)}
        </td>
      )}
      {seesPurchase && (
        <td className={NUM}>
          <Purchase offer={offer} />
        </td>
      )}
      <td className={cx(NUM, 'font-semibold')}>
        <Money kop={priceAt(offer, qty)} sign={false} />
        {add && <NextQtyPrice offer={offer} qty={qty} onTake={(next) => setQty(offer.id, next)} />}
      </td>
      {add && (
        <td className={cx(CELL, 'py-0')}>
          <div className="flex items-center justify-end gap-2">
            <AddOffer group={group} offer={offer} qty={qty} title={title} add={add} setQty={setQty} />
          </div>
        </td>
      )}
    </tr>
  )
})

interface GroupProps {
  group: OfferGroup
  open: boolean
  /** True when some product of the list has a photo: the others keep its place. */
  hasPhotos?: boolean
  onToggle: (name: string) => void
}

/** Brand, article and name of a product: the header of its offers in the table and on a phone. */
export function GroupHead({ group, open, hasPhotos = false, onToggle }: GroupProps) {
  const { product, offers } = group
  const prices = offers.flatMap((offer) => offer.price_kop ?? [])
  const title = `${product.brand} ${product.article}`
  return (
    <div className="flex min-w-0 items-center gap-2 max-lg:items-start">
      <IconButton
        size="sm"
        label={open ? `Свернуть ${title}` : `Развернуть ${title}`}
        aria-expanded={open}
        icon={open ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
        onClick={() => onToggle(resultGroupName(product))}
      />
      {hasPhotos && <GroupPhoto product={product} />}
      <div className="flex min-w-0 flex-1 items-center gap-2 max-lg:flex-wrap max-lg:gap-y-0">
        <span className="font-semibold">{product.brand}</span>
        {product.code === '' ? (
          <Article>{product.article}</Article>
        ) : (
          <Link
            to="/catalog/$code"
            params={{ code: product.code }}
            className="font-medium decoration-1 underline-offset-2 hover:underline"
          >
            <Article>{product.article}</Article>
          </Link>
        )}
        <CopyButton text={product.article} />
        <span className="min-w-0 text-text-2 max-lg:order-last max-lg:basis-full max-lg:pb-1 lg:truncate">
          {product.name}
        </span>
        {group.kind !== 'found' && <Relation cross={group.cross} />}
        <span className="ml-auto whitespace-nowrap text-text-2 max-lg:hidden">
          {counted(offers.length, 'предложение', 'предложения', 'предложений')}
          {prices.length > 0 && (
            <>
              {' от '}
              <Money kop={Math.min(...prices)} className="font-semibold text-text" />
            </>
          )}
        </span>
      </div>
    </div>
  )
}

/** Thumbnail in the head of a group; a mouse over it shows it larger. */
function GroupPhoto({ product: { photo } }: Pick<OfferGroup, 'product'>) {
  return (
    <span className="group/photo relative flex-none">
      <ProductThumbnail hash={photo} className="block size-8 max-lg:size-10" />
      {photo !== undefined && (
        <span className="pointer-events-none absolute top-0 left-full z-10 ml-1 hidden rounded-md border border-hairline bg-white p-1 shadow-2xl lg:group-hover/photo:block">
          <ProductThumbnail hash={photo} className="block size-40 max-w-none border-0" />
        </span>
      )}
    </span>
  )
}
