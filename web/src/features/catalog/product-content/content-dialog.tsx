import type { Product } from '@artikul/contract/catalog/catalog'
import { productContentRoutes, type ProductProperty } from '@artikul/contract/catalog/product-content'
import { useState } from 'react'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { NO_ERRORS } from '../../../lib/api/form-errors.ts'
import { useFormErrors } from '../../../lib/browser/use-form-errors.ts'
import { toast } from '../../../ui/hints/toast.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { CONTENT_KEYS } from './content-keys.ts'
import { PhotosEditor } from './photos-editor.tsx'
import { PropertiesEditor } from './properties-editor.tsx'

const isSame = (one: readonly ProductProperty[], other: readonly ProductProperty[]) =>
  JSON.stringify(one) === JSON.stringify(other)

/** Paths of the fields, such as «properties.3.value». */
const fieldsOf = (properties: readonly ProductProperty[]) =>
  properties.flatMap((_, at) => (['name', 'value', 'unit'] as const).map((field) => `properties.${at}.${field}`))

function usePropertiesForm(product: Product, onSaved: () => void) {
  const [before] = useState(product.properties)
  const [properties, setProperties] = useState<ProductProperty[]>(before)
  const { errors, show, refuse } = useFormErrors()
  const saving = useApiMutation(productContentRoutes.setProperties, {
    invalidates: CONTENT_KEYS,
    onMutate: () => show(NO_ERRORS),
    onSuccess: () => {
      toast({ severity: 'success', summary: 'Свойства сохранены' })
      onSaved()
    },
    onError: (error) => refuse(error, fieldsOf(properties)),
  })
  return {
    properties,
    change: setProperties,
    errors,
    busy: saving.isPending,
    isDirty: !isSame(before, properties),
    submit: () => saving.mutate({ params: { id: product.id }, body: { before, properties } }),
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
      <PropertiesEditor properties={form.properties} errors={form.errors.fields} onChange={form.change} />
    </FormDialog>
  )
}
