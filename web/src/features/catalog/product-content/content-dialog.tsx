import type { Product } from '@artikul/contract/catalog/catalog'
import { productContentRoutes, type ProductProperty } from '@artikul/contract/catalog/product-content'
import { useState } from 'react'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { toast } from '../../../ui/hints/toast.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { CONTENT_KEYS } from './content-keys.ts'
import { PhotosEditor } from './photos-editor.tsx'
import { PropertiesEditor } from './properties-editor.tsx'

/** Paths of the fields, such as «properties.3.value». */
const fieldsOf = (properties: readonly ProductProperty[]) =>
  properties.flatMap((_, at) => (['name', 'value', 'unit'] as const).map((field) => `properties.${at}.${field}`))

function usePropertiesForm(product: Product, onSaved: () => void) {
  const [before] = useState(product.properties)
  const form = useForm<{ properties: ProductProperty[] }>({ defaultValues: { properties: before } })
  const { properties } = form.draft
  const saving = useApiMutation(productContentRoutes.setProperties, {
    invalidates: CONTENT_KEYS,
    onSuccess: () => {
      toast({ severity: 'success', summary: 'Свойства сохранены' })
      onSaved()
    },
    onError: (error) => form.refuse(error, fieldsOf(properties)),
  })
  return {
    ...form,
    busy: saving.isPending,
    submit: () => {
      if (form.passes({})) saving.mutate({ params: { id: product.id }, body: { before, properties } })
    },
  }
}

interface Props {
  product: Product
  onClose: () => void
}

/** Photos, changed at once, and properties, saved together. */
export default function ContentDialog({ product, onClose }: Props) {
  const form = usePropertiesForm(product, onClose)
  return (
    <FormDialog
      title="Фото и свойства"
      label="Свойства"
      description={`${product.brand} ${product.article}`}
      side
      submit="Сохранить свойства"
      form={form}
      isDirty={form.isDirty}
      disabled={!form.isDirty}
      onClose={onClose}
    >
      <PhotosEditor product={product} />
      <PropertiesEditor
        properties={form.draft.properties}
        errors={form.errors.fields}
        onChange={(properties) => form.change({ properties })}
      />
    </FormDialog>
  )
}
