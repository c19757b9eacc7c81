import type { ConditionPreview as Preview } from '@artikul/contract/pricing/price-conditions'
import { counted } from '@artikul/contract/core/plural'
import { messageOf } from '../../../lib/api/api-error.ts'
import { Article } from '../../../ui/text/article.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'

interface Props {
  preview: Preview | undefined
  error: Error | null
}

/** «31 888 цен для 120 покупателей». */
export const concernedText = ({ offers, buyers }: Preview['concerned']) =>
  `${counted(offers, 'цена', 'цены', 'цен')} для ${counted(buyers, 'покупателя', 'покупателей', 'покупателей')}`

/** «Что изменится»: price changes among bestsellers and the largest buyers. */
export function ConditionPreviewPanel({ preview, error }: Props) {
  if (error) return <Notice tone="warn">{messageOf(error)}</Notice>
  if (!preview) return null
  const { concerned, compared, results } = preview
  return (
    <section aria-label="Что изменится" className="mt-4">
      <p role="status" className="font-medium">
        {concernedText(concerned)}
      </p>
      <p>
        {results.length === 0
          ? `Из них проверено ${compared}: ни одна не изменится`
          : `Из них проверено ${compared}, изменится ${results.length}`}
      </p>
      <p className="text-xs text-text-2">Ходовые товары и крупные покупатели, которых касается условие.</p>
      <ul className="mt-1 text-sm">
        {results.map(({ product, contractor, before_kop: before, after_kop: after }) => (
          <li
            key={`${product.id} ${contractor.id}`}
            className="flex items-baseline justify-between gap-3 border-b border-hairline py-1.5 last:border-0"
          >
            <span className="min-w-0">
              <span className="font-medium">{product.brand}</span> <Article>{product.article}</Article>
              <span className="block truncate text-text-2">{contractor.name}</span>
            </span>
            <span className="flex-none text-right whitespace-nowrap">
              <Price kop={before} /> → <Price kop={after} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Price = ({ kop }: { kop: number | null }) =>
  kop === null ? <span className="text-text-2">не продаётся</span> : <Money kop={kop} />
