import type { ProductAlert } from '@artikul/contract/ordering/product-alerts'
import { IconBell, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Article } from '../../../ui/text/article.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { conditionText, notifiedText } from './product-alert-texts.ts'

interface Handlers {
  busy: boolean
  onAgain: (item: ProductAlert) => void
  onRemove: (item: ProductAlert) => void
}

const titleOf = (item: ProductAlert) => `${item.product.brand} ${item.product.article}, ${conditionText(item)}`
/** False for a price alert whose price is now hidden. */
const mayWaitAgain = (item: ProductAlert) =>
  item.notified_at !== null && (item.kind === 'stock' || item.price_kop !== null)

export const productAlertColumns = ({ busy, onAgain, onRemove }: Handlers): readonly Column<ProductAlert>[] => [
  {
    id: 'product',
    header: 'Деталь',
    width: 'w-[44%]',
    lead: true,
    cell: ({ product }) => (
      <div className="py-1">
        <Link to="/catalog/$code" params={{ code: product.code }} className="font-semibold quiet-link">
          {product.brand} <Article>{product.article}</Article>
        </Link>
        <p className="break-words text-text-2">{product.name}</p>
      </div>
    ),
  },
  { id: 'condition', header: 'Чего ждём', cell: conditionText },
  {
    id: 'state',
    header: 'Статус',
    cell: ({ notified_at }) =>
      notified_at === null ? (
        <Tag tone="info">ждём</Tag>
      ) : (
        <Tag tone="success">сработало {notifiedText(notified_at)}</Tag>
      ),
  },
  {
    id: 'acts',
    header: 'Действия',
    width: 'w-24',
    cell: (item) => (
      <div className="flex items-center gap-1 lg:justify-end">
        {mayWaitAgain(item) && (
          <IconButton
            size="row"
            disabled={busy}
            label={`Ждать снова: ${titleOf(item)}`}
            icon={<IconBell size={16} />}
            onClick={() => onAgain(item)}
          />
        )}
        <IconButton
          size="row"
          disabled={busy}
          label={`Больше не следить: ${titleOf(item)}`}
          icon={<IconTrash size={16} />}
          onClick={() => onRemove(item)}
        />
      </div>
    ),
  },
]
