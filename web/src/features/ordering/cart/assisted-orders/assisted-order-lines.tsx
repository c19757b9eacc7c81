import { ONE_BY_ONE } from '@artikul/contract/catalog/sale-step'
import {
  assistedOrderRoutes,
  type AssistedOrder,
  type AssistedOrderLine,
} from '@artikul/contract/ordering/assisted-orders'
import { IconDots, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { roubles, shortDay } from '../../../../lib/text/format.ts'
import { Button } from '../../../../ui/button.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Money } from '../../../../ui/text/money.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { QtyStepper } from '../../../../ui/fields/qty-stepper.tsx'
import { RowInput } from '../../../../ui/fields/row-input.tsx'
import { announceRounding } from '../../../../ui/text/announce-rounding.ts'
import { RowSelect } from '../../../../ui/fields/select.tsx'
import { DifferenceText } from '../checkout/difference-text.tsx'
import { GoodsCell, OfferCell } from '../line-cells.tsx'
import { hasMore, LineMore } from '../line-more.tsx'
import { useApiMutation } from '../../../../lib/api/use-api-mutation.ts'
import { toastRefusal } from '../../../../ui/hints/toast.ts'
import { useChangeDraftLine } from './assisted-orders.api.ts'

const GRID =
  'grid items-center gap-x-3 gap-y-2 px-3 lg:gap-x-2 lg:grid-cols-[minmax(7rem,1.5fr)_minmax(5.5rem,1fr)_minmax(7rem,0.8fr)_minmax(6rem,0.7fr)_5.75rem_7.5rem_5.5rem_4rem]'

interface Props {
  draft: AssistedOrder
  onPrice: (line: AssistedOrderLine) => void
}

export function AssistedOrderLines({ draft, onPrice }: Props) {
  return (
    <Panel flush>
      <div aria-hidden="true" className={`${GRID} h-[34px] rounded-t-lg bg-raised text-xs text-text-2 max-lg:hidden`}>
        <span>Товар</span>
        <span>Склад и срок</span>
        <span>Куда</span>
        <span>Пометка клиента</span>
        <span>Кол-во</span>
        <span className="text-right">Цена, ₽</span>
        <span className="text-right">Сумма, ₽</span>
      </div>
      <ul aria-label="Строки черновика" className="divide-y divide-hairline lg:border-t lg:border-hairline">
        {draft.lines.map((line) => (
          <Line key={line.id} draft={draft} line={line} onPrice={onPrice} />
        ))}
      </ul>
    </Panel>
  )
}

function Line({ draft, line, onPrice }: Props & { line: AssistedOrderLine }) {
  const { mutate } = useChangeDraftLine(draft)
  const remove = useApiMutation(assistedOrderRoutes.removeLine, {
    invalidates: ['assisted-orders'],
    onError: toastRefusal('Черновик не изменён'),
  })
  const [more, setMore] = useState(() => hasMore(line))
  const { product, offer } = line
  const title = `${product.brand} ${product.article}`
  const step = offer ?? ONE_BY_ONE
  return (
    <li className="py-2 text-sm">
      <div className={`${GRID} max-lg:grid-cols-[1fr_auto]`}>
        <GoodsCell product={product} />
        <OfferCell offer={offer} />
        <div className="max-lg:col-span-2">
          <RowSelect
            label={`Куда, ${title}`}
            placeholder="Выберите точку"
            items={draft.points.map(({ id, name }) => ({ value: id, label: name }))}
            value={line.consignee_id}
            onValueChange={(consignee_id) => consignee_id !== null && mutate({ line, patch: { consignee_id } })}
          />
        </div>
        <div className="max-lg:col-span-2">
          <RowInput
            label={`Пометка клиента, ${title}`}
            placeholder="Пометка"
            value={line.client_ref}
            maxLength={100}
            onCommit={(client_ref) => mutate({ line, patch: { client_ref } })}
          />
        </div>
        <QtyStepper
          label={`Количество, ${title}`}
          value={line.qty}
          step={step}
          disabled={offer === null}
          onValueChange={(qty) => mutate({ line, patch: { qty } })}
          onRounded={(typed, rounded) => announceRounding(step, typed, rounded)}
        />
        <PriceOf line={line} title={title} onPrice={onPrice} />
        <p className="text-right max-lg:col-span-2">
          <span className="mr-2 text-text-2 lg:hidden">Сумма</span>
          <Money kop={line.sum_kop} sign={false} className="font-semibold" />
        </p>
        <div className="flex justify-end max-lg:col-start-2 max-lg:row-start-1">
          <IconButton
            label={`Комментарий и замена, ${title}`}
            aria-expanded={more}
            icon={<IconDots size={16} />}
            onClick={() => setMore(!more)}
          />
          <IconButton
            label={`Убрать ${title}`}
            icon={<IconTrash size={16} />}
            onClick={() => remove.mutate({ params: { id: line.id } })}
          />
        </div>
      </div>
      {more && <LineMore line={line} title={title} patch={(patch) => mutate({ line, patch })} />}
      {line.promised && (
        <p className="px-3 pt-1 text-text-2">
          Цена снижена до {shortDay(line.promised.until)}: {line.promised.reason}
        </p>
      )}
      {line.difference && (
        <p className="px-3 pt-1">
          <DifferenceText difference={line.difference} />
        </p>
      )}
    </li>
  )
}

function PriceOf({ line, title, onPrice }: Pick<Props, 'onPrice'> & { line: AssistedOrderLine; title: string }) {
  const { offer, ordinary_kop: ordinary } = line
  const kop = offer?.price_kop ?? line.price_kop
  const act = line.promised ? 'Изменить' : 'Снизить'
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-2">
      {ordinary !== null && kop !== null && ordinary > kop && (
        <s className="text-text-2">
          <span className="sr-only">обычная </span>
          {roubles(ordinary)}
        </s>
      )}
      <Money kop={kop} sign={false} />
      <Button size="sm" aria-label={`${act} цену, ${title}`} disabled={offer === null} onClick={() => onPrice(line)}>
        {act}
      </Button>
    </div>
  )
}
