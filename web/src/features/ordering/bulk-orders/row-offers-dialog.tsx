import type { Offer, OfferGroup } from '@artikul/contract/catalog/catalog'
import type { ListRow } from '@artikul/contract/ordering/bulk-order-rows'
import { listRoutes, type ListRowPatch } from '@artikul/contract/ordering/bulk-orders'
import { counted } from '@artikul/contract/core/plural'
import type { Maker } from '@artikul/contract/ordering/search'
import { unitText } from '@artikul/contract/core/units'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { nearDay } from '../../../lib/text/format.ts'
import { Article } from '../../../ui/text/article.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/windows/dialog.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { query } from '../../../lib/api/query.ts'
import { useChangeRow } from './bulk-orders.api.ts'
import { byProduct, type OnlineRow } from './use-list-online.ts'

interface Props {
  bulkOrderId: number
  row: ListRow
  online: readonly OnlineRow[] | undefined
  onClose: () => void
}

/** Offers of a row to choose from: its makers, or all offers with replacements and analogues. */
export default function RowOffersDialog({ bulkOrderId, row, online = [], onClose }: Props) {
  const { data, error, refetch } = useQuery(
    query(listRoutes.row, { params: { id: bulkOrderId, position: row.position } }, { staleTime: 0 }),
  )
  const changeRow = useChangeRow(bulkOrderId)
  const choose = (patch: ListRowPatch) => changeRow(row.position, patch, onClose)
  const { brand, article } = row.asked
  return (
    <Dialog
      title={`${brand} ${article}`.trim() || row.asked.own_code}
      description={`Строка ${row.row_number}. Выберите ${row.product ? 'предложение' : 'производителя'}.`}
      width="lg"
      open
      onClose={onClose}
    >
      {row.state === 'check' && row.product && (
        <p className="mb-3 flex flex-wrap items-center gap-2 text-sm">
          Это {row.product.brand} <Article>{row.product.article}</Article>?
          <Button size="sm" look="soft" onClick={() => row.product && choose({ product_id: row.product.id })}>
            Да, он
          </Button>
        </p>
      )}
      {data?.makers.map((maker) => (
        <MakerButton key={maker.id} maker={maker} onChoose={() => choose({ product_id: maker.id })} />
      ))}
      {data?.groups.map((group) => (
        <Group key={group.product.id} group={group} onChoose={(offer) => choose({ offer_id: offer.id })} />
      ))}
      {/* Rendered below the own goods, so that late answers do not move the text above. */}
      {(data ?? error) &&
        byProduct(online).map((group) => (
          <OnlineGroup
            key={`${group.product.brand} ${group.product.article}`}
            group={group}
            onChoose={(reference) => choose({ reference })}
          />
        ))}
      {online.length === 0 && data?.makers.length === 0 && data.groups.every(({ offers }) => offers.length === 0) && (
        <EmptyState title="Предложений нет" text="Спросите менеджера: он поищет у других поставщиков." />
      )}
      {!data && <QueryFallback error={error} onRetry={refetch} rows={6} />}
    </Dialog>
  )
}

const ROW =
  'grid w-full items-center gap-x-3 border-b border-hairline px-2 py-2 text-left text-sm last:border-b-0 hover:bg-raised pointer-coarse:min-h-11'

const MakerButton = ({ maker, onChoose }: { maker: Maker; onChoose: () => void }) => (
  <button type="button" onClick={onChoose} className={`${ROW} grid-cols-[10rem_1fr_auto] max-md:grid-cols-2`}>
    <span className="font-semibold">{maker.brand}</span>
    <span className="min-w-0 truncate text-text-2">{maker.name}</span>
    <span className="text-text-2">
      {maker.offers_count === 0
        ? 'нет предложений'
        : counted(maker.offers_count, 'предложение', 'предложения', 'предложений')}
      {maker.min_price_kop !== null && (
        <>
          {' от '}
          <Money kop={maker.min_price_kop} className="font-semibold text-text" />
        </>
      )}
    </span>
  </button>
)

const KINDS = { asked: 'Запрошенный номер', found: 'Найдено', replacement: 'Замена', analogue: 'Аналог' } as const

function Group({ group, onChoose }: { group: OfferGroup; onChoose: (offer: Offer) => void }) {
  const { product, offers, kind } = group
  if (offers.length === 0) return null
  return (
    <section className="mb-3" aria-label={`${product.brand} ${product.article}`}>
      <h3 className="flex flex-wrap items-center gap-2 bg-group px-2 py-1 text-sm">
        <span className="font-semibold">{product.brand}</span> <Article>{product.article}</Article>
        <Tag tone={kind === 'asked' ? 'brand' : kind === 'replacement' ? 'info' : 'neutral'}>{KINDS[kind]}</Tag>
        <span className="min-w-0 truncate text-text-2">{product.name}</span>
      </h3>
      {offers.map((offer) => (
        <OfferButton key={offer.id} offer={offer} unit={product.unit} onChoose={() => onChoose(offer)}>
          {offer.is_best_price && <Tag tone="success">Лучшая цена</Tag>}
          {offer.is_fastest && <Tag tone="info">Быстрее всех</Tag>}
        </OfferButton>
      ))}
    </section>
  )
}

/** Offers of online suppliers for a product of the row. */
function OnlineGroup({ group, onChoose }: { group: OnlineRow; onChoose: (reference: string) => void }) {
  const { product, offers } = group
  return (
    <section className="mb-3" aria-label={`${product.brand} ${product.article}, у поставщиков`}>
      <h3 className="flex flex-wrap items-center gap-2 bg-group px-2 py-1 text-sm">
        <span className="font-semibold">{product.brand}</span> <Article>{product.article}</Article>
        <Tag tone="neutral">У поставщиков</Tag>
        <span className="min-w-0 truncate text-text-2">{product.name}</span>
      </h3>
      {offers.map((offer) => (
        <OfferButton
          key={offer.reference}
          offer={offer}
          unit={product.unit}
          onChoose={() => onChoose(offer.reference)}
        />
      ))}
    </section>
  )
}

interface OfferButtonProps {
  offer: Omit<Offer, 'id'>
  unit: string
  onChoose: () => void
  children?: ReactNode
}

const OfferButton = ({ offer, unit, onChoose, children }: OfferButtonProps) => (
  <button type="button" onClick={onChoose} className={`${ROW} grid-cols-[1fr_6rem_6rem_6rem] max-md:grid-cols-2`}>
    <span className="flex flex-wrap items-center gap-2">
      {offer.warehouse}
      {children}
    </span>
    <span>{nearDay(offer.expected_date)}</span>
    <span className="text-right">
      {offer.qty_text} {unitText(unit)}
    </span>
    <Money kop={offer.price_kop} className="text-right font-semibold" />
  </button>
)
