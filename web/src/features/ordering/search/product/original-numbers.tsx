import type { Product } from '@artikul/contract/catalog/catalog'
import { Link } from '@tanstack/react-router'
import { Article } from '../../../../ui/text/article.tsx'
import { Panel } from '../../../../ui/panel.tsx'

/** Numbers of car makers that this product replaces, by maker. */
export function OriginalNumbers({ numbers }: { numbers: Product['original_numbers'] }) {
  if (numbers.length === 0) return null
  return (
    <Panel title="Оригинальные номера">
      <dl className="grid grid-cols-[minmax(5rem,auto)_1fr] gap-x-4 gap-y-1.5 text-sm">
        {[...Map.groupBy(numbers, ({ brand }) => brand)].map(([brand, all]) => (
          <div key={brand} className="contents">
            <dt className="text-text-2">{brand}</dt>
            <dd className="flex min-w-0 flex-wrap gap-x-3 gap-y-0.5">
              {all.map(({ code, article }) => (
                <Link key={code} to="/catalog/$code" params={{ code }} className="underline-offset-2 hover:underline">
                  <Article>{article}</Article>
                </Link>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
