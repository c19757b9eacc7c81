import { formatPercent } from '@artikul/contract/core/money'
import type { ExplainedOffer, PriceStep } from '@artikul/contract/pricing/price-explanation'
import { roubles } from '../../../lib/text/format.ts'
import { Money } from '../../../ui/text/money.tsx'
import { effectText, scopeText, targetText } from './condition-words.ts'

/** Text of one step. */
function stepText({ kind, hundredths, name, condition }: PriceStep): string {
  const percent = formatPercent(hundredths ?? 0)
  const column = name === null ? 'Без колонки цен' : `Колонка «${name}»`
  switch (kind) {
    case 'purchase':
      return 'Закупка'
    case 'weight':
      return 'Наценка за вес'
    case 'source_markup':
      return `Наценка поставщика ${percent}`
    case 'group_markup':
      return `Наценка группы «${name ?? ''}» ${percent}`
    case 'column':
      return name === null ? column : `${column} ${percent}`
    case 'column_price':
      return `${column}: цена из 1С вместо наценок`
    case 'condition':
      return condition
        ? `Условие №\u00a0${condition.id} (${scopeText(condition)}; ${targetText(condition)}): ${effectText(condition)}`
        : 'Условие, которое уже изменили'
    case 'ruble':
      return 'Округление до рубля вверх'
    case 'floor':
      return `Не ниже себестоимости с наценкой ${percent}`
    case 'bounds':
      return 'За границами цен поставщика: покупатели не видят'
  }
}

/** Every step from the purchase price to the buyer's, for one warehouse. */
export function Explanation({ offer }: { offer: ExplainedOffer }) {
  const { warehouse, source, price_kop, net_markup_hundredths: markup, steps } = offer
  return (
    <section className="border-b border-hairline px-4 py-3 last:border-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold">
          {warehouse}
          {source !== warehouse && <span className="font-normal text-text-2"> · {source}</span>}
        </h3>
        <p>
          {price_kop === null ? (
            <span className="text-warn">Не продаётся</span>
          ) : (
            <>
              <Money kop={price_kop} className="text-base font-semibold" />
              {markup !== null && <span className="text-text-2"> · наценка без налогов {formatPercent(markup)}</span>}
            </>
          )}
        </p>
      </div>
      {steps.length === 0 ? (
        <p className="text-sm text-text-2">Группа скрыта от покупателей, или прайс-лист слишком старый.</p>
      ) : (
        <ol className="mt-1 text-sm">
          {steps.map((step, at) => (
            <li key={step.kind} className="flex items-baseline justify-between gap-4 py-0.5">
              <span className={at === 0 ? '' : 'text-text-2'}>{stepText(step)}</span>
              <span className="whitespace-nowrap tabular-nums">{roubles(step.kop)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
