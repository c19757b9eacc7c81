import { PRICE_GOES, type ChangeApproval } from '@artikul/contract/ordering/orders/change-approvals'
import { lineSumKop, toThousandths } from '@artikul/contract/core/money'
import type { ReactNode } from 'react'
import { day, quantity } from '../../../../lib/text/format.ts'
import { Article } from '../../../../ui/text/article.tsx'
import { Money } from '../../../../ui/text/money.tsx'

type Shown = Pick<ChangeApproval, 'before' | 'after' | 'price_goes' | 'unit'>

const sumOf = ({ price_kop: kop, qty }: ChangeApproval['before']) =>
  kop === null ? null : lineSumKop(kop, toThousandths(qty))

/** Returns the terms that differ, with the promised and the offered value. */
function rowsOf({ before, after, unit }: Shown): [title: string, was: ReactNode, is: ReactNode][] {
  const rows: [string, unknown, unknown, ReactNode, ReactNode][] = [
    [
      'Номер',
      `${before.brand} ${before.article}`,
      `${after.brand} ${after.article}`,
      <Numbered key="was" {...before} />,
      <Numbered key="is" {...after} />,
    ],
    ['Ожидаем', before.expected_date, after.expected_date, day(before.expected_date), day(after.expected_date)],
    [
      'Гарантируем',
      before.guaranteed_date,
      after.guaranteed_date,
      day(before.guaranteed_date),
      day(after.guaranteed_date),
    ],
    ['Количество', before.qty, after.qty, quantity(before.qty, unit), quantity(after.qty, unit)],
    [
      'Цена',
      before.price_kop,
      after.price_kop,
      <Money key="was" kop={before.price_kop} />,
      <Money key="is" kop={after.price_kop} />,
    ],
    [
      'Сумма',
      sumOf(before),
      sumOf(after),
      <Money key="was" kop={sumOf(before)} />,
      <Money key="is" kop={sumOf(after)} />,
    ],
  ]
  return rows.filter(([, was, is]) => was !== is).map(([title, , , was, is]) => [title, was, is])
}

const Numbered = ({ brand, article }: { brand: string; article: string }) => (
  <span>
    {brand} <Article>{article}</Article>
  </span>
)

const HEAD = 'pb-1 text-left text-xs font-medium text-text-2'

/** Old and new terms side by side; for a hidden price, the direction of its change. */
export function ApprovalTerms(shown: Shown) {
  const rows = rowsOf(shown)
  const hidden = shown.before.price_kop === null && shown.price_goes !== 'nowhere' ? PRICE_GOES[shown.price_goes] : ''
  return (
    <div className="flex flex-col gap-1.5">
      {rows.length > 0 && <TermsTable rows={rows} />}
      {hidden && <p className="text-sm">{hidden}, суммы скрыты администратором компании.</p>}
    </div>
  )
}

function TermsTable({ rows }: { rows: ReturnType<typeof rowsOf> }) {
  return (
    <table
      aria-label="Что меняется"
      className="w-full max-w-md table-fixed border-separate border-spacing-0 self-start text-sm"
    >
      <thead>
        <tr>
          <th scope="col" className={`${HEAD} w-28`}>
            <span className="sr-only">Условие</span>
          </th>
          <th scope="col" className={HEAD}>
            Было
          </th>
          <th scope="col" className={HEAD}>
            Станет
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([title, was, is]) => (
          <tr key={title}>
            <th scope="row" className="py-0.5 pr-3 text-left align-top font-normal text-text-2">
              {title}
            </th>
            <td className="py-0.5 pr-3 align-top break-words text-text-2 line-through">{was}</td>
            <td className="py-0.5 align-top font-semibold break-words">{is}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
