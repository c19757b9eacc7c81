import { counted } from '@artikul/contract/plural'
import type { Maker } from '@artikul/contract/search'
import { Link } from '@tanstack/react-router'
import { Article } from '../../ui/article.tsx'
import { Money } from '../../ui/money.tsx'
import { Panel } from '../../ui/panel.tsx'

/** Several makers have this article: the buyer says whose is meant. */
export function MakerChoice({ q, makers }: { q: string; makers: readonly Maker[] }) {
  return (
    <Panel title="Выберите производителя" flush>
      <ul className="divide-y divide-hairline text-sm">
        {makers.map((maker) => (
          <li key={maker.id}>
            <Link
              to="/catalog"
              search={(previous) => ({ qty: previous.qty, q, maker: maker.brand_id })}
              className="grid grid-cols-[minmax(8rem,12rem)_minmax(8rem,14rem)_1fr_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2 -outline-offset-2! hover:bg-raised max-md:grid-cols-2 pointer-coarse:min-h-11"
            >
              <span className="font-semibold">{maker.brand}</span>
              <Article className="max-md:text-right">{maker.article}</Article>
              <span className="min-w-0 truncate text-text-2 max-md:col-span-2">{maker.name}</span>
              <span className="text-text-2 max-md:col-span-2">
                {maker.offers_count === 0 && 'нет предложений'}
                {maker.offers_count > 0 && counted(maker.offers_count, 'предложение', 'предложения', 'предложений')}
                {maker.min_price_kop !== null && (
                  <>
                    {' от '}
                    <Money kop={maker.min_price_kop} className="font-semibold text-text" />
                  </>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
