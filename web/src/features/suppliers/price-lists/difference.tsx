import { formatQty } from '@artikul/contract/core/money'
import { PRICE_MOVES, type MovedPrice, type PriceListDifference } from '@artikul/contract/suppliers/price-list'
import type { PriceImportDetails } from '@artikul/contract/suppliers/price-lists'
import { roubles } from '../../../lib/text/format.ts'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'

const NBSP = '\u00a0'
const shareText = (count: number, whole: number) =>
  whole === 0 || count === 0
    ? formatQty(count)
    : `${formatQty(count)} (${formatQty(Math.round((count * 1000) / whole) / 10)}${NBSP}%)`

const TO_COME = {
  added: 'Добавится',
  gone: 'Пропадёт',
  changed: 'Изменится',
  price_up: 'Подорожает',
  price_down: 'Подешевеет',
  stock_vanished: 'Остаток обнулится',
}
const DONE: typeof TO_COME = {
  added: 'Добавилось',
  gone: 'Пропало',
  changed: 'Изменилось',
  price_up: 'Подорожало',
  price_down: 'Подешевело',
  stock_vanished: 'Остаток обнулился',
}

/** Effect of an import on the offers of its warehouse, before or after it is applied. */
export function ImportDifference({ item, difference }: { item: PriceImportDetails; difference: PriceListDifference }) {
  const { offers_before: before, gone } = difference
  const stay = before - gone
  const words = item.state === 'applied' || item.state === 'rolled_back' ? DONE : TO_COME
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        <section aria-label="Строки файла">
          <h3 className="mb-1.5 text-sm font-semibold">Файл</h3>
          <DefinitionList
            items={[
              ['Прочитано строк', formatQty(item.rows_count)],
              ['Принято', formatQty(item.accepted_count)],
              ['Не принято', item.refused_count > 0 && formatQty(item.refused_count)],
              ...difference.refused.map(({ reason, count }) => [`— ${reason}`, formatQty(count)] as const),
              ['Остаток не прочитан, считается нулём', difference.unread_qty > 0 && formatQty(difference.unread_qty)],
              ['Без остатка', difference.without_stock > 0 && formatQty(difference.without_stock)],
              ['Артикулы с нулём в начале', difference.leading_zeros > 0 && formatQty(difference.leading_zeros)],
              ['Единицы', difference.units.length > 0 && unitsText(difference)],
              ['Повторы артикулов', difference.repeated > 0 && formatQty(difference.repeated)],
              ['Новых товаров', formatQty(difference.new_products)],
              ['Новых производителей', difference.new_brands > 0 && newBrands(difference)],
            ]}
          />
        </section>
        <section aria-label="Предложения склада">
          <h3 className="mb-1.5 text-sm font-semibold">Предложения склада</h3>
          <DefinitionList
            items={[
              ['Было', formatQty(before)],
              [words.added, formatQty(difference.added)],
              [words.gone, shareText(gone, before)],
              [words.changed, shareText(difference.changed, stay)],
              [words.price_up, shareText(difference.price_up, stay)],
              [words.price_down, shareText(difference.price_down, stay)],
              ['Цена в 10 раз другая', difference.tenfold > 0 && shareText(difference.tenfold, stay)],
              [words.stock_vanished, difference.stock_vanished > 0 && shareText(difference.stock_vanished, stay)],
            ]}
          />
        </section>
      </div>
      {difference.price_up + difference.price_down > 0 && (
        <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
          <Moves moves={difference.moves} />
          <Biggest prices={difference.biggest} />
        </div>
      )}
    </div>
  )
}

const unitsText = ({ units }: PriceListDifference) =>
  units.map(({ unit, count }) => `${unit} — ${formatQty(count)}`).join(', ')

function newBrands({ new_brands: count, new_brand_names: names }: PriceListDifference): string {
  const more = count > names.length ? '…' : ''
  return `${formatQty(count)}: ${names.join(', ')}${more}`
}

/** Counts of price changes by size; the bars are decorative. */
function Moves({ moves }: Pick<PriceListDifference, 'moves'>) {
  const most = Math.max(1, ...moves)
  return (
    <section aria-label="Изменения цен">
      <h3 className="mb-1.5 text-sm font-semibold">Изменения цен</h3>
      <ul className="flex flex-col gap-1 text-sm">
        {PRICE_MOVES.map(({ label }, at) => {
          const count = moves[at] ?? 0
          return (
            <li key={label} className="grid grid-cols-[minmax(0,1fr)_5rem_4rem] items-center gap-2">
              <span className={count === 0 ? 'text-text-2' : undefined}>{label}</span>
              <span aria-hidden="true" className="h-2 rounded-full bg-group">
                <span
                  className="block h-full rounded-full bg-info"
                  style={{ width: `${count === 0 ? 0 : Math.max(4, (count * 100) / most)}%` }}
                />
              </span>
              <span className="text-right tabular-nums">{formatQty(count)}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Biggest({ prices }: { prices: readonly MovedPrice[] }) {
  return (
    <section aria-label="Самые большие изменения">
      <h3 className="mb-1.5 text-sm font-semibold">Самые большие изменения</h3>
      <div
        role="region"
        aria-label="Цены закупки до и после"
        tabIndex={0}
        className="max-h-56 overflow-auto rounded-md border border-hairline"
      >
        <table className="w-full text-sm">
          <tbody>
            {prices.map(({ brand, article, before_kop, after_kop }) => (
              <tr key={`${brand} ${article}`} className="border-b border-hairline last:border-0">
                <th scope="row" className="px-2 py-1 text-left font-normal">
                  {brand} <span className="font-medium">{article}</span>
                </th>
                <td className="px-2 py-1 text-right whitespace-nowrap tabular-nums">
                  <span className="text-text-2">{roubles(before_kop)} →</span> {roubles(after_kop)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
