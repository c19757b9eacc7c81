import { brandRoutes, type BrandItem, type MergePreview, type NearBrand } from '@artikul/contract/catalog/brands'
import { counted } from '@artikul/contract/core/plural'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { useDebouncedValue } from '../../../lib/browser/use-debounced-value.ts'
import { Button } from '../../../ui/button.tsx'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'
import { Dialog, DialogClose } from '../../../ui/windows/dialog.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { FormError } from '../../../ui/fields/form.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { SearchSelect } from '../../../ui/fields/search-select.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { LIKENESS } from './brand-words.ts'
import { brandsQuery } from './brands.api.ts'

interface Props {
  brand: BrandItem
  near: NearBrand | null
  onClose: () => void
}

/** Dialog that shows the effect of an irreversible merge before confirming it. */
export default function MergeDialog({ brand, near, onClose }: Props) {
  const [into, setInto] = useState(near && { value: near.id, label: near.name })
  const params = { id: brand.id, into: into?.value ?? 0 }
  // The warning before an irreversible action must be fresh.
  const preview = useQuery(query(brandRoutes.mergePreview, { params }, { enabled: into !== null, gcTime: 0 }))
  const shown = into && !preview.isFetching ? preview.data : undefined
  const merge = useMerge(onClose)
  const error = merge.error ?? undefined
  return (
    <Dialog
      title={`Объединить «${brand.name}»`}
      description="Бренд станет написанием выбранного, его товары перейдут туда же."
      open
      onClose={onClose}
      actions={
        <>
          <DialogClose />
          <Button
            look="primary"
            busy={merge.isPending}
            disabled={!shown || shown.obstacles.length > 0 || merge.isPending}
            onClick={() => shown && merge.mutate(shown)}
          >
            Объединить
          </Button>
        </>
      }
    >
      <div className="flex min-h-72 flex-col gap-3.5">
        {error && <FormError text={messageOf(error)} />}
        <IntoField brand={brand} near={near} value={into} onChange={setInto} />
        {into && preview.isFetching && <SkeletonRows count={3} />}
        {into && !preview.isFetching && preview.error && (
          <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
        )}
        {shown && <Preview preview={shown} />}
      </div>
    </Dialog>
  )
}

function useMerge(onMerged: () => void) {
  return useMutation({
    mutationFn: ({ from, into }: MergePreview) =>
      call(brandRoutes.merge, {
        params: { id: from.id, into: into.id },
        body: { version: from.version, into_version: into.version },
      }),
    onSuccess: (_, { from, into }) => {
      toast({ severity: 'success', summary: 'Бренды объединены', detail: `${from.name} → ${into.name}` })
      onMerged()
    },
    // Refreshes after a refusal too, because another user has changed one of the brands.
    onSettled: useInvalidate('brands'),
  })
}

type Target = { value: number; label: string } | null

function IntoField({
  brand,
  near,
  value,
  onChange,
}: Pick<Props, 'brand' | 'near'> & { value: Target; onChange: (into: Target) => void }) {
  const [typed, setTyped] = useState('')
  const debouncedText = useDebouncedValue(typed)
  const { data, isFetching } = useQuery(brandsQuery({ q: debouncedText || undefined }))
  const found = (data?.results ?? [])
    .filter(({ id }) => id !== brand.id)
    .map(({ id, name }) => ({ value: id, label: name }))
  const items = value && !found.some((one) => one.value === value.value) ? [value, ...found] : found
  return (
    <SearchSelect
      label="С каким брендом"
      placeholder="Любое написание"
      required
      hint={near && value?.value === near.id ? `Предложен: ${LIKENESS[near.likeness]}.` : undefined}
      items={items}
      value={value?.value ?? null}
      onValueChange={(id) => onChange(items.find((one) => one.value === id) ?? null)}
      onSearch={setTyped}
      searching={isFetching || debouncedText !== typed}
    />
  )
}

const PRODUCTS = ['товар', 'товара', 'товаров'] as const

function Preview({
  preview: { moving, merging, examples, spellings, obstacles, from, into },
}: {
  preview: MergePreview
}) {
  return (
    <>
      {obstacles.map((obstacle) => (
        <Notice key={obstacle} tone="warn">
          {obstacle}.
        </Notice>
      ))}
      <DefinitionList
        items={[
          ['Переедут', `${counted(moving, ...PRODUCTS)} из «${from.name}» в «${into.name}»`],
          ['Объединятся', merging > 0 && `${counted(merging, ...PRODUCTS)} с одинаковым артикулом`],
          [`Написания «${into.name}»`, `добавятся: ${spellings.join(', ')}`],
        ]}
      />
      {examples.length > 0 && (
        <details className="text-sm">
          <summary className="cursor-pointer">Какие товары совпадают</summary>
          <ul className="mt-1.5 max-h-40 overflow-auto">
            {examples.map((pair) => (
              <li key={pair.into + pair.from}>{pair.from === pair.into ? pair.into : `${pair.from} → ${pair.into}`}</li>
            ))}
            {merging > examples.length && <li className="text-text-2">и ещё {merging - examples.length}</li>}
          </ul>
        </details>
      )}
      <p className="text-sm text-text-2">
        Старые ссылки на товары продолжат открываться, корзины и заказы клиентов сохранятся. Разъединить бренды будет
        нельзя.
      </p>
    </>
  )
}
