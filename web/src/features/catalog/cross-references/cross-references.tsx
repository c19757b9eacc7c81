import { crossReferenceRoutes, type CrossReferenceItem } from '@artikul/contract/catalog/cross-references'
import { useMutation, useQuery } from '@tanstack/react-query'
import { IconArrowsExchange, IconPlus } from '@tabler/icons-react'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { FilterField } from '../../../ui/fields/filter-field.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { pageQuery } from '../../../lib/api/query.ts'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import type { PageSearch } from '../../../lib/page/page-size.ts'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import { crossReferenceColumns } from './cross-reference-columns.tsx'
import { CrossReferenceImports } from './cross-reference-imports.tsx'

const CrossReferenceDialog = lazyWindow(() => import('./cross-reference-dialog.tsx'))

export interface CrossReferencesSearch extends PageSearch {
  brand?: string | undefined
  article?: string | undefined
}

/** Address parameters of the page of cross references. */
interface CrossReferencesProps {
  search: CrossReferencesSearch
  onChange: (next: CrossReferencesSearch) => void
}

const titleOf = ({ product, other }: CrossReferenceItem) =>
  `${product.brand} ${product.article} — ${other.brand} ${other.article}`

function useRemove() {
  const { mutate } = useMutation({
    mutationFn: (item: CrossReferenceItem) =>
      call(crossReferenceRoutes.remove, {
        params: { product_id: item.product.id, related_product_id: item.other.id },
        query: { version: item.version },
      }),
    onSuccess: (_, item) => toast({ severity: 'success', summary: 'Кросс удалён', detail: titleOf(item) }),
    onError: toastRefusal('Кросс не удалён'),
    onSettled: useInvalidate('cross-references'),
  })
  return useCallback(
    async (item: CrossReferenceItem) => {
      const text = 'Связь пропадёт у обеих деталей.'
      if (await confirm({ title: `Удалить кросс ${titleOf(item)}?`, text, dangerous: true })) mutate(item)
    },
    [mutate],
  )
}

/** Cross references of an article, entered by hand or imported. */
export default function CrossReferences({ search, onChange }: CrossReferencesProps) {
  const [open, setOpen] = useState<CrossReferenceItem | 'new' | null>(null)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-2">
        <search
          className="grid flex-1 basis-full gap-2 sm:basis-0 sm:grid-cols-[minmax(10rem,14rem)_minmax(12rem,18rem)]"
          data-screen-only=""
        >
          <FilterField
            label="Бренд"
            placeholder="Любой"
            maxLength={100}
            value={search.brand}
            onCommit={(brand) => onChange({ brand })}
          />
          <FilterField
            label="Артикул"
            maxLength={64}
            value={search.article}
            onCommit={(article) => onChange({ article })}
          />
        </search>
        <Button look="primary" icon={<IconPlus size={16} />} onClick={() => setOpen('new')}>
          Добавить кросс
        </Button>
      </div>
      <Found search={search} onChange={onChange} onOpen={setOpen} />
      <CrossReferenceImports />
      {open !== null && (
        <Suspense>
          <CrossReferenceDialog
            cross={open === 'new' ? null : open}
            brand={search.brand ?? ''}
            article={search.article ?? ''}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  )
}

function Found({ search, onChange, onOpen }: CrossReferencesProps & { onOpen: (item: CrossReferenceItem) => void }) {
  const { page, page_size, article = '', brand } = search
  const list = useQuery(
    pageQuery(crossReferenceRoutes.list, { query: { page, page_size, article, brand } }, { enabled: article !== '' }),
  )
  const remove = useRemove()
  const columns = useMemo(() => crossReferenceColumns(onOpen, (item) => void remove(item)), [onOpen, remove])
  if (search.article === undefined) return <NoArticle />
  return (
    <PagedPanel
      label="Кроссы"
      columns={columns}
      query={list}
      rowId={({ product, other }) => `${product.id} ${other.id}`}
      expected={6}
      empty={<EmptyState title="Кроссов нет" text="Проверьте бренд и артикул или добавьте кросс." />}
      search={search}
      onChange={onChange}
    />
  )
}

const NoArticle = () => (
  <Panel flush>
    <EmptyState
      icon={<IconArrowsExchange size={32} stroke={1.5} />}
      title="Найдите артикул"
      text="Введите артикул, чтобы увидеть его аналоги и замены в обе стороны."
    />
  </Panel>
)
