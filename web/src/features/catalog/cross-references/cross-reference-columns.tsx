import type { ProductBrief } from '@artikul/contract/catalog/catalog'
import type { CrossReferenceItem } from '@artikul/contract/catalog/cross-references'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { KINDS, RELIABILITIES, IMPORT_STATE_TONES } from './cross-reference-texts.ts'

type Act = (item: CrossReferenceItem) => void

export const crossReferenceColumns = (onOpen: Act, onRemove: Act): readonly Column<CrossReferenceItem>[] => [
  { id: 'product', header: 'Деталь', lead: true, width: 'w-1/4', cell: ({ product }) => <Part part={product} /> },
  { id: 'kind', header: 'Связь', cell: ({ kind }) => KINDS[kind] },
  { id: 'other', header: 'С чем', width: 'w-1/4', cell: ({ other }) => <Part part={other} /> },
  {
    id: 'reliability',
    header: 'Надёжность',
    cell: ({ reliability }) => <Tag tone={IMPORT_STATE_TONES[reliability]}>{RELIABILITIES[reliability]}</Tag>,
  },
  {
    id: 'source',
    header: 'Источник',
    cell: ({ source, file }) => <span title={file ? `Файл: ${file}` : undefined}>{source}</span>,
  },
  {
    id: 'acts',
    header: 'Действия',
    width: 'w-20',
    cell: (item) => <Acts item={item} onOpen={onOpen} onRemove={onRemove} />,
  },
]

function Part({ part: { brand, article, name, code } }: { part: ProductBrief }) {
  return (
    <span className="block py-1.5">
      <span className="font-semibold">{brand}</span>{' '}
      <Link to="/catalog/$code" params={{ code }} className="break-words">
        {article}
      </Link>
      <span className="block text-xs text-text-2">{name}</span>
    </span>
  )
}

function Acts({ item, onOpen, onRemove }: { item: CrossReferenceItem; onOpen: Act; onRemove: Act }) {
  const title = `${item.product.article} — ${item.other.article}`
  return (
    <span className="flex justify-end gap-1 max-lg:justify-start">
      <IconButton
        size="row"
        label={`Изменить кросс ${title}`}
        icon={<IconPencil size={16} />}
        onClick={() => onOpen(item)}
      />
      <IconButton
        size="row"
        label={`Удалить кросс ${title}`}
        icon={<IconTrash size={16} />}
        onClick={() => onRemove(item)}
      />
    </span>
  )
}
