import { oneCRoutes, type OneCGood } from '@artikul/contract/integrations/one-c'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { pageQuery } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import type { NodeTabProps } from './node-tab.ts'
import { ONE_C_KEYS } from './one-c.api.ts'
import { WaitingFilter } from './waiting-filter.tsx'

type Match = (externalId: string, productId: number | null) => void

const columns = (onMatch: Match | null): readonly Column<OneCGood>[] => [
  {
    id: 'name',
    header: 'Товар в 1С',
    lead: true,
    words: true,
    cell: ({ brand, article, name, picture_refusal: refusal }) => (
      <>
        <span className="font-semibold">{[brand, article].filter(Boolean).join(' ') || 'Без артикула'}</span>
        <span className="block text-text-2">{name}</span>
        {refusal !== '' && <span className="block text-accent">Картинка не принята: {refusal}</span>}
      </>
    ),
  },
  { id: 'barcode', header: 'Штрихкод', cell: ({ barcode }) => barcode },
  {
    id: 'product',
    header: 'Товар на портале',
    words: true,
    cell: ({ product }) => product && `${product.brand} ${product.article}, ${product.name}`,
  },
  { id: 'acts', header: 'Сопоставление', cell: (good) => <Acts good={good} onMatch={onMatch} /> },
]

function Acts({ good, onMatch }: { good: OneCGood; onMatch: Match | null }) {
  const { product, proposals, is_matched_by_hand: isByHand, external_id: id } = good
  if (!onMatch) return product ? null : 'Не сопоставлен'
  if (product)
    return (
      <Button size="sm" look="ghost" aria-label={`Снять: ${good.name}`} onClick={() => onMatch(id, null)}>
        Снять
      </Button>
    )
  if (proposals.length === 0) return isByHand ? 'Снят вручную' : 'Совпадений нет'
  return (
    <span className="flex flex-wrap gap-1">
      {proposals.map((one) => (
        <Button
          key={one.id}
          size="sm"
          className="h-auto! min-h-7 py-1 text-left whitespace-normal!"
          aria-label={`${one.brand} ${one.article}: сопоставить с «${good.name}»`}
          onClick={() => onMatch(id, one.id)}
        >
          {one.brand} {one.article}
        </Button>
      ))}
    </span>
  )
}

/** Goods of 1C and the products that they are on the portal. */
export function Goods({ node, search, onChange, mayWrite }: NodeTabProps) {
  const { page, page_size, q, waiting } = search
  const list = useQuery(
    pageQuery(oneCRoutes.goods, {
      params: { id: node.id },
      query: { page, page_size, q, ...(waiting && { state: 'unmatched' as const }) },
    }),
  )
  const [selected, setSelected] = useState<Record<string, true>>({})
  const { mutate, isPending } = useApiMutation(oneCRoutes.match, {
    invalidates: ONE_C_KEYS,
    onSuccess: () => {
      setSelected({})
      toast({ severity: 'success', summary: 'Сопоставление сохранено' })
    },
    onError: toastRefusal('Не сопоставлено'),
  })
  const shown = useMemo(() => {
    const match: Match = (external_id, product_id) =>
      mutate({ params: { id: node.id }, body: { matches: [{ external_id, product_id }] } })
    return columns(mayWrite ? match : null)
  }, [mutate, node.id, mayWrite])
  const rows = list.data?.results ?? []
  // Only goods with a single candidate can be matched at once.
  const proposed = rows.filter(({ product, proposals }) => !product && proposals.length === 1)
  const chosen = proposed.filter(({ external_id: id }) => selected[id])
  return (
    <>
      <WaitingFilter
        {...{ node, search, onChange }}
        text="Название, артикул или производитель"
        waiting="Только несопоставленные"
      />
      {chosen.length > 0 && (
        <div className="mb-3">
          <Button
            look="primary"
            busy={isPending}
            onClick={() =>
              mutate({
                params: { id: node.id },
                body: {
                  matches: chosen.map((good) => ({
                    external_id: good.external_id,
                    product_id: good.proposals[0]?.id ?? null,
                  })),
                },
              })
            }
          >
            Сопоставить выбранные: {chosen.length}
          </Button>
        </div>
      )}
      <PagedPanel
        label="Товары 1С"
        columns={shown}
        query={list}
        rowId={({ external_id: id }) => id}
        {...(mayWrite && {
          rowLabel: (good: OneCGood) => (proposed.includes(good) ? `Выбрать: ${good.name}` : null),
          selected,
          onSelectedChange: setSelected,
        })}
        empty={
          <EmptyState
            title={q !== undefined || waiting ? 'Таких товаров нет' : 'Товары из 1С ещё не пришли'}
            text={
              q !== undefined || waiting
                ? 'Измените условия поиска.'
                : 'Они появятся после выгрузки. Сопоставляются по производителю и артикулу, затем по штрихкоду.'
            }
          />
        }
        search={search}
        onChange={(next) => onChange({ ...search, ...next })}
      />
    </>
  )
}
