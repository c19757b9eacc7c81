import { brandRoutes, type BrandDetails, type BrandItem } from '@artikul/contract/catalog/brands'
import { useQuery } from '@tanstack/react-query'
import { Suspense, type ComponentType } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Dialog } from '../../../ui/windows/dialog.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { SuggestField } from '../../../ui/fields/suggest-field.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { useUnsaved } from '../../../ui/windows/use-unsaved.ts'
import { query } from '../../../lib/api/query.ts'
import { productsText } from './brand-words.ts'
import { useBrandForm } from './use-brand-form.ts'

interface Props {
  certificates: ComponentType<{ brandId: number }> | undefined
  onClose: () => void
  onMerge: (brand: BrandItem) => void
}

export default function BrandDialog({ id, ...props }: Props & { id: number }) {
  const { data, error, refetch } = useQuery(query(brandRoutes.get, { params: { id } }))
  if (data) return <BrandWindow brand={data} {...props} />
  return (
    <Dialog side title="Бренд" open onClose={props.onClose}>
      <QueryFallback error={error} onRetry={refetch} rows={5} />
    </Dialog>
  )
}

function BrandWindow({ brand, certificates: Certificates, onClose, onMerge }: Props & { brand: BrandDetails }) {
  const form = useBrandForm(brand, onClose)
  const { question, leave } = useUnsaved(form.changed)
  return (
    <FormDialog
      side
      title={`Бренд «${brand.name}»`}
      description={`Товаров: ${productsText(brand.products_count)}`}
      submit="Сохранить"
      form={form}
      isDirty={form.changed}
      onClose={onClose}
      acts={
        <Button className="mr-auto" onClick={() => void leave(() => onMerge(brand))}>
          Объединить с другим
        </Button>
      }
      below={
        <>
          {Certificates && (
            <Suspense>
              <Certificates brandId={brand.id} />
            </Suspense>
          )}
          {question}
        </>
      }
    >
      <BrandFields brand={brand} form={form} />
    </FormDialog>
  )
}

function BrandFields({ brand, form }: { brand: BrandDetails; form: ReturnType<typeof useBrandForm> }) {
  const { draft, change, field } = form
  const families = brand.families.filter((family) => family !== draft.family).map((value) => ({ value }))
  return (
    <>
      <TextField
        label="Название"
        hint="Прежнее название останется написанием."
        required
        maxLength={100}
        autoComplete="off"
        {...field('name')}
      />
      <Checkbox
        label="Оригинал: производитель автомобилей"
        checked={draft.is_original}
        onCheckedChange={(is_original) => change({ is_original })}
      />
      <TextArea
        label="Другие написания"
        hint="По одному на строке. Регистр, пробелы и знаки не важны: «Mann Filter» и «MANN-FILTER» — одно написание."
        rows={8}
        {...field('spellings')}
      />
      <SuggestField
        label="Семейство"
        hint="Бренды одного семейства ищутся вместе, но остаются разными."
        maxLength={100}
        items={families}
        onTake={({ value }) => change({ family: value })}
        {...field('family')}
      />
      {brand.together.length > 0 && (
        <p className="text-sm text-text-2">Сейчас ищется вместе с: {brand.together.join(', ')}.</p>
      )}
    </>
  )
}
