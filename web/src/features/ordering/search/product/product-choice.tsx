import { counted } from '@artikul/contract/core/plural'
import type { Maker } from '@artikul/contract/ordering/search'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Article } from '../../../../ui/text/article.tsx'
import { Money } from '../../../../ui/text/money.tsx'
import { ProductThumbnail } from '../../../../ui/product-photo.tsx'
import { Panel } from '../../../../ui/panel.tsx'

/** Class of a product among which the buyer chooses. */
export const CHOICE_ROW =
  'grid grid-cols-[minmax(8rem,12rem)_minmax(8rem,14rem)_1fr_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2 -outline-offset-2! hover:bg-raised max-md:grid-cols-2 pointer-coarse:min-h-11'

/** Several makers of the article: the buyer chooses one. */
export const MakerChoice = ({ q, makers }: { q: string; makers: readonly Maker[] }) => (
  <Choice title="Выберите производителя">
    {makers.map((maker) => (
      <li key={maker.id}>
        <Link
          to="/catalog"
          search={(previous) => ({ qty: previous.qty, q, maker: maker.brand_id })}
          className={CHOICE_ROW}
        >
          <Cells product={maker} hasPhotos={makers.some(({ photo }) => photo)} />
        </Link>
      </li>
    ))}
  </Choice>
)

/** List of products to choose from. */
export const Choice = ({ title, children }: { title: string; children: ReactNode }) => (
  <Panel title={title} flush>
    <ul className="divide-y divide-hairline text-sm">{children}</ul>
  </Panel>
)

/** Maker, article, name and offers of a product. */
export const Cells = ({
  product: { brand, article, name, photo, offers_count, min_price_kop },
  hasPhotos,
}: {
  product: Maker
  /** True when another product of the list has a photo, whose place is kept. */
  hasPhotos: boolean
}) => (
  <>
    <span className="flex items-center gap-2 font-semibold">
      {hasPhotos && <ProductThumbnail hash={photo} className="size-9" />} {brand}
    </span>
    <Article className="max-md:text-right">{article}</Article>
    <span className="min-w-0 truncate text-text-2 max-md:col-span-2">{name}</span>
    <span className="text-text-2 max-md:col-span-2">
      {offers_count === 0 && 'нет предложений'}
      {offers_count > 0 && counted(offers_count, 'предложение', 'предложения', 'предложений')}
      {min_price_kop !== null && (
        <>
          {' от '}
          <Money kop={min_price_kop} className="font-semibold text-text" />
        </>
      )}
    </span>
  </>
)
