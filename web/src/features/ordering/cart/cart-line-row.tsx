import { ONE_BY_ONE } from '@artikul/contract/catalog/sale-step'
import { priceAt } from '@artikul/contract/catalog/best-offers'
import type { CartLine } from '@artikul/contract/ordering/cart'
import type { ConsigneeOption } from '@artikul/contract/companies/consignees'
import { IconDots, IconTrash } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { quantity, roubles, shortDay } from '../../../lib/text/format.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { QtyStepper } from '../../../ui/fields/qty-stepper.tsx'
import { RowInput } from '../../../ui/fields/row-input.tsx'
import { announceRounding } from '../../../ui/text/announce-rounding.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import { useChangeLine, useRemoveLines } from './cart.api.ts'
import { DifferenceText } from './checkout/difference-text.tsx'
import { GoodsCell, OfferCell } from './line-cells.tsx'
import { hasMore, LineMore } from './line-more.tsx'
import { PointSelect } from './checkout/point-select.tsx'

export const LINE_GRID =
  'grid items-center gap-x-3 px-3 lg:gap-x-2 lg:grid-cols-[1.5rem_minmax(7rem,1.6fr)_minmax(6.5rem,1fr)_minmax(7rem,0.7fr)_minmax(7.25rem,0.7fr)_5.75rem_4.5rem_6rem_4rem]'

interface Props {
  line: CartLine
  points: readonly ConsigneeOption[]
}

export const CartLineRow = memo(function CartLineRow({ line, points }: Props) {
  const [more, setMore] = useState(() => hasMore(line))
  const change = useChangeLine()
  const remove = useRemoveLines()
  const { product, offer } = line
  const title = `${product.brand} ${product.article}`
  const patch = (next: Parameters<typeof change.mutate>[0]['patch']) => change.mutate({ line, patch: next })
  return (
    <div className="py-2 text-sm">
      <div className={cx(LINE_GRID, 'gap-y-2 max-lg:grid-cols-[1.5rem_1fr_auto]')}>
        <Checkbox
          bare
          label={`Выбрать ${title}`}
          checked={line.selected && offer !== null}
          disabled={offer === null}
          onCheckedChange={(selected) => patch({ selected })}
        />
        <GoodsCell product={product}>
          <ByOther line={line} />
          {line.special_until && <Tag tone="success">Спец. цена до {shortDay(line.special_until)}</Tag>}
        </GoodsCell>
        <OfferCell offer={offer} />
        <div className="max-lg:col-span-3">
          <PointSelect
            label={`Куда, ${title}`}
            {...(line.consignee_id === null && { placeholder: 'Выберите точку' })}
            points={points}
            value={line.consignee_id}
            onTake={(consignee_id) => consignee_id !== null && patch({ consignee_id })}
          />
        </div>
        <div className="max-lg:col-span-3">
          <RowInput
            label={`Ваша пометка, ${title}`}
            placeholder="Ваша пометка"
            value={line.client_ref}
            maxLength={100}
            onCommit={(client_ref) => patch({ client_ref })}
          />
        </div>
        <div className="max-lg:col-span-2">
          <QtyStepper
            label={`Количество, ${title}`}
            value={line.qty}
            step={offer ?? ONE_BY_ONE}
            disabled={offer === null}
            onValueChange={(qty) => patch({ qty })}
            onRounded={(typed, rounded) => announceRounding(offer ?? ONE_BY_ONE, typed, rounded)}
          />
        </div>
        <Money
          kop={offer ? priceAt(offer, line.qty) : line.price_kop}
          sign={false}
          className={cx('text-right max-lg:hidden', line.difference?.kind === 'price' && 'text-accent')}
        />
        <Money kop={line.sum_kop} sign={false} className="text-right font-semibold" />
        <div className="flex justify-end max-lg:col-start-3 max-lg:row-start-1">
          <IconButton
            label={`Комментарий и замена, ${title}`}
            aria-expanded={more}
            icon={<IconDots size={16} />}
            onClick={() => setMore(!more)}
          />
          <IconButton label={`Убрать ${title}`} icon={<IconTrash size={16} />} onClick={() => remove.mutate([line])} />
        </div>
      </div>
      <LargerQuantity line={line} onTake={(qty) => patch({ qty })} />
      {line.difference && (
        <p className="px-3 pt-1 lg:pl-12">
          <DifferenceText difference={line.difference} />
          {line.within_tolerance && <span className="ml-2 text-xs text-text-2">в пределах допуска</span>}
        </p>
      )}
      {more && <LineMore line={line} title={title} patch={patch} className="lg:pl-12" />}
    </div>
  )
})

/** Other author of the line: a manager or a colleague. */
function ByOther({
  line: { on_behalf: onBehalf, added_by: byManager, by_colleague: byColleague },
}: {
  line: CartLine
}) {
  const text = onBehalf ? byManager : byColleague
  return text && <p className="text-xs text-text-2">{text}</p>
}

interface LargerProps {
  line: CartLine
  onTake: (qty: number) => void
}

/** «От 10 шт. цена 1 180,00 ₽»: a button that sets this quantity. */
function LargerQuantity({ line: { offer, qty, product }, onTake }: LargerProps) {
  const next = offer?.qty_prices?.find(({ qty_from }) => qty_from > qty)
  if (!next || next.price_kop === null) return null
  return (
    <p className="px-3 pt-1 text-xs lg:pl-12">
      <button
        type="button"
        className="text-text-2 underline underline-offset-2 hover:text-text"
        onClick={() => onTake(next.qty_from)}
      >
        От {quantity(next.qty_from, product.unit)} цена {roubles(next.price_kop)}
      </button>
    </p>
  )
}
