import { LINE_STATES } from '@artikul/contract/ordering/orders/orders'
import { counted } from '@artikul/contract/core/plural'
import type { ReadyGroup, ReadyLine } from '@artikul/contract/fulfilment/shipments'
import { quantity, shortDay } from '../../../lib/text/format.ts'
import { Article } from '../../../ui/text/article.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'

interface Props {
  /** Group to name; null when there is only one. */
  group: ReadyGroup | null
  lines: readonly ReadyLine[]
  qty: Readonly<Record<number, number | null>>
  errorOf: (lineId: number) => string | undefined
  onChange: (lineId: number, qty: number | null) => void
}

/** Lines of one point: a quantity for each ready line, and the goods still expected. */
export function ShipGroup({ group, lines, qty, errorOf, onChange }: Props) {
  const ready = lines.filter((line) => line.ready_qty > 0)
  const coming = lines.filter((line) => line.coming.length > 0)
  return (
    <fieldset className="min-w-0">
      {group ? (
        <legend className="mb-1 text-base font-semibold">
          {group.contractor}, {group.consignee}
        </legend>
      ) : (
        <legend className="sr-only">Строки отгрузки</legend>
      )}
      <ul className="divide-y divide-hairline border-y border-hairline">
        {ready.map((line) => (
          <li key={line.line_id} className="grid gap-x-3 gap-y-1 py-2 sm:grid-cols-[minmax(0,1fr)_9rem]">
            <div className="min-w-0 text-sm">
              <Goods line={line} />
              <p className="text-text-2">
                Заказ № {line.order_number}
                {line.client_ref && `, ${line.client_ref}`}, {line.warehouse}
              </p>
              {line.is_pickup && <p className="text-text-2">Самовывоз</p>}
              {line.ship_complete && <p className="text-warn">Отгружать только целиком</p>}
            </div>
            <NumberField
              label="Отгрузить"
              ofWhat={`${line.brand} ${line.article}`}
              hint={`Готово ${quantity(line.ready_qty, line.unit)}`}
              min={0}
              max={line.ready_qty}
              format={{ maximumFractionDigits: 3 }}
              value={qty[line.line_id] ?? null}
              onValueChange={(typed) => onChange(line.line_id, typed)}
              error={errorOf(line.line_id)}
            />
          </li>
        ))}
      </ul>
      {coming.length > 0 && (
        <details className="mt-2 text-sm">
          <summary className="cursor-pointer text-text-2">
            Ещё придёт: {counted(coming.length, 'строка', 'строки', 'строк')}
          </summary>
          <ul className="mt-1 flex flex-col gap-1">
            {coming.map((line) => (
              <li key={line.line_id}>
                <Goods line={line} />{' '}
                <span className="text-text-2">
                  {line.coming.map((part) => `${LINE_STATES[part.state]}: ${quantity(part.qty, line.unit)}`).join(', ')}
                  , ожидаем {shortDay(line.expected_date)}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </fieldset>
  )
}

const Goods = ({ line: { brand, article, name } }: { line: ReadyLine }) => (
  <span>
    <span className="font-semibold">{brand}</span> <Article>{article}</Article>{' '}
    <span className="text-text-2">{name}</span>
  </span>
)
