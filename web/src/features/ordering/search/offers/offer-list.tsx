import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useEffect, useMemo, useRef } from 'react'
import { useIsNarrow, useIsWide, useIsWidest } from '../../../../lib/browser/use-media.ts'
import { cx } from '../../../../ui/cx.ts'
import { Select, type SelectOption } from '../../../../ui/fields/select.tsx'
import { useShowsClient } from '../client-view/client-view.ts'
import { useSeesPurchase } from '../product/inside.tsx'
import { OfferCard } from './offer-card.tsx'
import { GroupHead, OfferRow } from './offer-row.tsx'
import { PurchasesOf, PurchasesProvider, useOwnPurchases } from '../product/own-purchases.tsx'
import { partSearchBox } from '../part-search-focus.ts'
import type { OfferSort, ResultRow } from '../search-result.ts'
import { useOfferList } from './use-offer-list.ts'

interface Props {
  rows: readonly ResultRow[]
  needed: number
  sort: OfferSort
  onSortChange: (sort: OfferSort) => void
  onToggle: (name: string) => void
  /** Accessible name of the list. */
  label?: string
  /** True for rows of a stream: they take no initial focus, and past purchases do not move them. */
  isOnline?: boolean
}

export function OfferList({
  rows,
  needed,
  sort,
  onSortChange,
  onToggle,
  label = 'Предложения',
  isOnline = false,
}: Props) {
  const narrow = useIsNarrow()
  const productIds = useMemo(
    () => rows.flatMap((row) => (row.kind === 'group' && !isOnline ? [row.group.product.id] : [])),
    [rows, isOnline],
  )
  const purchases = useOwnPurchases(productIds)
  const hasPhotos = useMemo(() => rows.some(({ group }) => group.product.photo !== undefined), [rows])
  const model = useOfferList(rows, narrow, needed, purchases)
  const { list, onKeyDown, current, focusOffer } = model

  const greeted = useRef(false)
  useEffect(() => {
    if (greeted.current || isOnline) return
    greeted.current = true
    // Focuses the best offer after Enter in the search box, so that the next Enter adds it.
    if (!narrow && current !== null && document.activeElement === partSearchBox.current) focusOffer(current)
  }, [narrow, current, focusOffer, isOnline])

  return (
    <PurchasesProvider value={purchases}>
      <div ref={list} onKeyDown={onKeyDown}>
        {narrow ? (
          <Cards rows={rows} model={model} hasPhotos={hasPhotos} onToggle={onToggle} />
        ) : (
          <Table
            label={label}
            rows={rows}
            model={model}
            hasPhotos={hasPhotos}
            onToggle={onToggle}
            sort={sort}
            onSortChange={onSortChange}
          />
        )}
      </div>
    </PurchasesProvider>
  )
}

const SORTS: readonly SelectOption<OfferSort>[] = [
  { value: 'price', label: 'Сначала дешёвые' },
  { value: '-price', label: 'Сначала дорогие' },
  { value: 'date', label: 'Сначала быстрые' },
  { value: '-date', label: 'Сначала поздние' },
  { value: '-stock', label: 'Сначала большой остаток' },
  { value: 'stock', label: 'Сначала малый остаток' },
]

/** Sort order of the cards, which have no column headers to press. */
export const SortField = ({ sort, onSortChange }: Pick<Props, 'sort' | 'onSortChange'>) => (
  <Select
    label="Порядок"
    items={SORTS}
    value={sort}
    onValueChange={(next) => next && onSortChange(next)}
    className="min-w-0 flex-1 [&_label]:sr-only"
  />
)

type Model = ReturnType<typeof useOfferList>
type Drawn = Pick<Props, 'rows' | 'onToggle'> & { model: Model; hasPhotos: boolean }

function Cards({ rows, model, hasPhotos, onToggle }: Drawn) {
  const { virtual, top, qtyOf, add, setQty } = model
  return (
    <div className="relative" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map((item) => {
        const row = rows[item.index]
        if (!row) return null
        return (
          <div
            key={item.key}
            ref={virtual.measureElement}
            data-index={item.index}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${item.start - top}px)` }}
          >
            {row.kind === 'group' ? (
              <div className="min-h-11 border-b border-hairline bg-group px-2 pt-1.5 text-sm">
                <GroupHead group={row.group} open={row.open} hasPhotos={hasPhotos} onToggle={onToggle} />
                <PurchasesOf product={row.group.product} />
              </div>
            ) : (
              <OfferCard group={row.group} offer={row.offer} qty={qtyOf(row.offer)} add={add} setQty={setQty} />
            )}
          </div>
        )
      })}
    </div>
  )
}

interface ColumnHead {
  title: string
  width: string
  sort?: 'price' | 'date' | 'stock'
  class?: string
  /** Width from which the column is visible. */
  from?: 'wide' | 'widest'
  /** Visible only to users who see purchase prices. */
  inside?: true
  /** Visible only when some offer states its delivered share. */
  share?: true
  /** `own`: hidden in the client view; `shown`: visible only there. */
  of?: 'own' | 'shown'
}

const COLUMNS: readonly ColumnHead[] = [
  { title: 'Склад', width: '', of: 'own' },
  { title: 'Наличие', width: '', of: 'shown' },
  { title: 'Ожидаем', width: 'w-26', sort: 'date' },
  { title: 'Гарантируем', width: 'w-24', from: 'wide' },
  { title: 'Остаток', width: 'w-22', sort: 'stock', class: 'text-right' },
  { title: 'Кратн.', width: 'w-15', class: 'text-right' },
  { title: 'Возврат', width: 'w-26', of: 'own' },
  { title: 'Выдача', width: 'w-18', class: 'text-right', share: true, of: 'own' },
  { title: 'Обновлено', width: 'w-22', from: 'widest', of: 'own' },
  { title: 'Закупка, ₽', width: 'w-36', class: 'text-right', inside: true },
  { title: 'Цена с НДС, ₽', width: 'w-30', sort: 'price', class: 'text-right' },
]

const hasStatedShare = ({ group }: ResultRow) =>
  group.offers.some((offer) => offer.stated_delivery_percent !== undefined)

function Table({
  label,
  rows,
  model,
  hasPhotos,
  onToggle,
  sort,
  onSortChange,
}: Drawn & Pick<Props, 'sort' | 'onSortChange'> & { label: string }) {
  const { virtual, top, qtyOf, add, setQty, current } = model
  const items = virtual.getVirtualItems()
  const before = (items[0]?.start ?? top) - top
  const after = virtual.getTotalSize() - ((items.at(-1)?.end ?? top) - top)
  const seesPurchase = useSeesPurchase()
  const [isWide, isWidest] = [useIsWide(), useIsWidest()]
  const hasShares = useMemo(() => rows.some(hasStatedShare), [rows]) && (isWidest || (isWide && !seesPurchase))
  // On all but the widest screens the purchase price or the delivered share replaces the guaranteed date, so that the
  // warehouse remains readable.
  const isShown = { wide: seesPurchase || hasShares ? isWidest : isWide, widest: isWidest }
  const showsClient = useShowsClient()
  const columns = COLUMNS.filter(
    ({ from, inside, share, of }) =>
      (hasShares || !share) &&
      (!from || isShown[from]) &&
      (seesPurchase || !inside) &&
      of !== (showsClient ? 'own' : 'shown'),
  )
  const span = columns.length + (add ? 1 : 0)
  return (
    <table
      aria-label={label}
      aria-rowcount={rows.length + 1}
      className="w-full table-fixed border-separate border-spacing-0 text-sm [&>tbody>tr:last-child>*]:border-b-0"
    >
      <thead>
        <tr aria-rowindex={1}>
          {columns.map((column) => (
            <Head key={column.title} column={column} current={sort} onSortChange={onSortChange} />
          ))}
          {add && (
            <th scope="col" className={cx(HEAD, showsClient ? 'w-[188px]' : 'w-[152px]', 'rounded-tr-lg')}>
              Кол-во
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {before > 0 && <Gap height={before} span={span} />}
        {items.map((item) => {
          const row = rows[item.index]
          if (!row) return null
          if (row.kind === 'offer') {
            return (
              <OfferRow
                key={item.key}
                group={row.group}
                offer={row.offer}
                qty={qtyOf(row.offer)}
                current={row.offer.id === current}
                rowIndex={item.index + 2}
                wide={isShown.wide}
                widest={isShown.widest}
                hasShares={hasShares}
                add={add}
                setQty={setQty}
              />
            )
          }
          return (
            <tr key={item.key} aria-rowindex={item.index + 2}>
              <th scope="rowgroup" colSpan={span} className="h-10 border-b border-hairline bg-group px-2.5 font-normal">
                <div className="grid h-[39px] items-center">
                  <GroupHead group={row.group} open={row.open} hasPhotos={hasPhotos} onToggle={onToggle} />
                </div>
                <PurchasesOf product={row.group.product} />
              </th>
            </tr>
          )
        })}
        {after > 0 && <Gap height={after} span={span} />}
      </tbody>
    </table>
  )
}

/** Spacer in place of rows that are not rendered. */
const Gap = ({ height, span }: { height: number; span: number }) => (
  <tr aria-hidden="true">
    <td colSpan={span} style={{ height }} />
  </tr>
)

const HEAD =
  'sticky top-(--head) z-[2] h-[34px] border-b border-hairline bg-raised px-2.5 text-left text-xs font-medium whitespace-nowrap text-text-2 first:rounded-tl-lg'

interface HeadProps {
  column: ColumnHead
  current: OfferSort
  onSortChange: (sort: OfferSort) => void
}

function Head({ column: { title, width, sort, class: extra }, current, onSortChange }: HeadProps) {
  const rising = sort !== undefined && current === sort
  const falling = sort !== undefined && current === `-${sort}`
  const order = rising ? 'ascending' : falling ? 'descending' : undefined
  return (
    <th scope="col" aria-sort={order} className={cx(HEAD, width, extra)}>
      {sort ? (
        <button
          type="button"
          className="inline-flex h-6 items-center gap-1 hover:text-text"
          onClick={() => onSortChange(rising ? `-${sort}` : sort)}
        >
          {title}
          {rising && <IconArrowUp size={14} aria-hidden="true" />}
          {falling && <IconArrowDown size={14} aria-hidden="true" />}
        </button>
      ) : (
        title
      )}
    </th>
  )
}
