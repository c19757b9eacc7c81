import { goodsReceiptRoutes, type Receipt, type ReceiptLine } from '@artikul/contract/purchasing/goods-receipts'
import { formatQty } from '@artikul/contract/core/money'
import { IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { day } from '../../../lib/text/format.ts'
import { Article } from '../../../ui/text/article.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { Counter } from '../../../ui/fields/counter.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { toastRefusal } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { LineProblems } from './receipt-words.tsx'
import { RECEIPT_KEYS } from './goods-receipts.api.ts'

/** One line of a delivery: documented quantity, counted quantity and the orders it belongs to. */
export function CountedLine({ receipt, line }: { receipt: Receipt; line: ReceiptLine }) {
  const params = { id: receipt.id, line_id: line.id }
  // Counts of one line are sent one after another, however fast they are pressed.
  const count = useApiMutation(goodsReceiptRoutes.count, {
    invalidates: RECEIPT_KEYS,
    scope: { id: `goods-receipts line ${line.id}` },
    onError: toastRefusal('Количество не записано'),
  })
  const remove = useApiMutation(goodsReceiptRoutes.removeLine, {
    invalidates: RECEIPT_KEYS,
    onError: toastRefusal('Строка не убрана'),
  })
  const name = `${line.brand} ${line.article}`
  const takeAway = async () => {
    const text = `${name}: сосчитано ${formatQty(line.counted_qty ?? 0)}`
    // Counted quantities cannot be restored.
    if ((line.counted_qty ?? 0) > 0 && !(await confirm({ title: 'Убрать строку?', text, dangerous: true }))) return
    remove.mutate({ params })
  }
  // Shows the entered quantity until the server replies.
  const value = count.isPending ? count.variables.body.counted_qty : line.counted_qty
  return (
    <li className="rounded-lg border border-hairline bg-surface p-3">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p>
            <span className="font-semibold">{line.brand}</span> <Article>{line.article}</Article>
          </p>
          {line.name !== '' && <p className="text-sm text-text-2">{line.name}</p>}
        </div>
        <IconButton
          label={`Убрать строку: ${name}`}
          icon={<IconTrash size={18} />}
          disabled={remove.isPending}
          onClick={() => void takeAway()}
        />
      </div>
      <div className="mt-1">
        <LineProblems line={line} />
      </div>
      <LineParts line={line} />
      <div className="mt-3 flex flex-wrap items-end justify-between gap-3">
        <Counter
          label="Сосчитано"
          ofWhat={name}
          value={value}
          placeholder={formatQty(line.qty)}
          start={line.qty}
          onValueChange={(qty) => count.mutate({ params, body: { counted_qty: qty } })}
        />
        <p className="pb-3 text-right text-sm text-text-2">
          по документу {formatQty(line.qty)}
          {line.price_kop !== null && (
            <>
              , цена <Money kop={line.price_kop} />
            </>
          )}
        </p>
      </div>
    </li>
  )
}

/** Orders and own warehouses that the goods belong to, oldest promise first, with the ordered price when it differs. */
export function LineParts({ line }: { line: ReceiptLine }) {
  const { parts, price_kop: kop } = line
  if (parts.length === 0) return null
  return (
    <ul className="mt-2 flex flex-col gap-0.5 text-xs text-text-2">
      {parts.map((part, at) => (
        <li key={`${part.order?.id}-${at}`}>
          {formatQty(part.qty)} →{' '}
          {part.order ? (
            <>
              <Link to="/orders/$id" params={{ id: String(part.order.id) }} className="quiet-link">
                заказ {part.order.number}
              </Link>
              , {part.contractor}
            </>
          ) : (
            `на склад «${part.warehouse?.name ?? ''}»`
          )}
          {part.guaranteed_date && `, обещано ${day(part.guaranteed_date)}`}
          {kop !== null && kop !== part.ordered_kop && (
            <span className="text-warn">
              , заказано по <Money kop={part.ordered_kop} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
