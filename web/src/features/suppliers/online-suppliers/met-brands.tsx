import { onlineSupplierRoutes, type MetBrand } from '@artikul/contract/suppliers/online-suppliers'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { targetsQuery } from '../../../lib/queries/price-targets-query.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { useMayChange } from '../../../lib/session/use-may-change.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { LookupField } from '../../../ui/fields/lookup-field.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { SUPPLIER_KEYS } from './online-suppliers.api.ts'

/** Brand spellings that the catalogue does not recognise or that a user has mapped. */
export function MetBrands({ id }: { id: number }) {
  const brands = useQuery(query(onlineSupplierRoutes.brands, { params: { id } }))
  const mayChange = useMayChange()
  const [open, setOpen] = useState<MetBrand | null>(null)
  return (
    <>
      <QueryPanel title="Бренды в ответах поставщика" query={brands}>
        {({ results: all }) =>
          all.length > 0 ? (
            <ul>
              {all.map((met) => (
                <BrandRow key={met.key} met={met} onOpen={mayChange ? () => setOpen(met) : null} />
              ))}
            </ul>
          ) : (
            <EmptyState title="Все бренды узнаны" text="Здесь появятся написания из ответов, которых нет в каталоге." />
          )
        }
      </QueryPanel>
      {open && <BrandDialog id={id} met={open} onClose={() => setOpen(null)} />}
    </>
  )
}

interface RowProps {
  met: MetBrand
  /** `null` for read-only access. */
  onOpen: (() => void) | null
}

function BrandRow({ met: { spelling, brand }, onOpen }: RowProps) {
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-t border-hairline px-4 py-1.5 text-sm first:border-0">
      <span className="min-w-0 flex-1 basis-40 font-medium break-words">{spelling}</span>
      <span className="min-w-0 flex-1 basis-40 break-words">
        {brand ? brand.name : <Tag tone="warn">Не сопоставлен</Tag>}
      </span>
      {onOpen && (
        <Button size="sm" aria-label={`${brand ? 'Изменить' : 'Сопоставить'}: ${spelling}`} onClick={onOpen}>
          {brand ? 'Изменить' : 'Сопоставить'}
        </Button>
      )}
    </li>
  )
}

interface DialogProps {
  id: number
  met: MetBrand
  onClose: () => void
}

function BrandDialog({ id, met: { spelling, brand: known }, onClose }: DialogProps) {
  const { draft, errors, field, isDirty, refuse } = useForm({
    defaultValues: { brand: known },
    paths: { brand: 'brand_id' },
  })
  const save = useApiMutation(onlineSupplierRoutes.mapBrand, { invalidates: SUPPLIER_KEYS })
  const submit = () =>
    save.mutate(
      { params: { id }, body: { spelling, brand_id: draft.brand?.id ?? null } },
      {
        onSuccess: () => {
          toast({ severity: 'success', summary: draft.brand ? 'Бренд сопоставлен' : 'Сопоставление снято' })
          onClose()
        },
        onError: (error) => refuse(error),
      },
    )
  return (
    <FormDialog
      width="sm"
      className="min-h-72"
      title={`Бренд «${spelling}»`}
      submit="Сохранить"
      disabled={!isDirty}
      form={{ errors, busy: save.isPending, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      <LookupField
        lookUp={targetsQuery('brand')}
        label="Бренд каталога"
        placeholder="Найти бренд"
        hint="Предложения с таким написанием встанут к товарам этого бренда. Пусто — не сопоставлен."
        {...field('brand')}
      />
    </FormDialog>
  )
}
