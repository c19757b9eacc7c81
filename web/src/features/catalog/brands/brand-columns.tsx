import type { BrandItem, NearBrand } from '@artikul/contract/catalog/brands'
import { IconArrowMerge } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { LIKENESS, productsText } from './brand-words.ts'

interface Acts {
  /** Brands being verified as distinct ones. */
  verifying: readonly BrandItem[]
  onOpen: (id: number) => void
  onVerify: (brands: readonly BrandItem[]) => void
  onMerge: (brand: BrandItem, near: NearBrand | null) => void
}

export const brandColumns = (acts: Acts): readonly Column<BrandItem>[] => [
  {
    id: 'name',
    header: 'Бренд',
    lead: true,
    opens: true,
    width: 'w-1/4',
    cell: (brand) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1.5">
        <button
          type="button"
          className="text-left font-semibold break-words quiet-link"
          onClick={() => acts.onOpen(brand.id)}
        >
          {brand.name}
        </button>
        {brand.is_original && <Tag tone="info">оригинал</Tag>}
        {!brand.is_verified && <Tag tone="warn">новый</Tag>}
      </span>
    ),
  },
  { id: 'family', header: 'Семейство', cell: ({ family }) => family },
  { id: 'spellings', header: 'Написаний', numeric: true, cell: (brand) => brand.spellings_count },
  { id: 'products', header: 'Товаров', numeric: true, cell: (brand) => productsText(brand.products_count) },
  {
    id: 'acts',
    header: 'Что сделать',
    lead: true,
    width: 'w-2/5',
    cell: (brand) => <BrandActs brand={brand} {...acts} />,
  },
]

function BrandActs({ brand, verifying, onVerify, onMerge }: Acts & { brand: BrandItem }) {
  const another = (
    <IconButton
      size="row"
      label={`Объединить «${brand.name}» с другим брендом`}
      title="Объединить с другим брендом"
      icon={<IconArrowMerge size={16} />}
      onClick={() => onMerge(brand, null)}
    />
  )
  if (brand.is_verified) return another
  return (
    <div className="flex flex-wrap items-center gap-1.5 py-1.5">
      {brand.nearest.map((near) => (
        <Button key={near.id} size="sm" title={LIKENESS[near.likeness]} onClick={() => onMerge(brand, near)}>
          Объединить с {near.name}
        </Button>
      ))}
      <Button size="sm" busy={verifying.some(({ id }) => id === brand.id)} onClick={() => onVerify([brand])}>
        Это новый бренд
      </Button>
      {another}
    </div>
  )
}
