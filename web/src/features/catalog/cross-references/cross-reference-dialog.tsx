import {
  NewCrossReference,
  crossReferenceRoutes,
  type CrossReferenceItem,
} from '@artikul/contract/catalog/cross-references'
import { useMutation } from '@tanstack/react-query'
import { useForm } from '../../../lib/browser/use-form.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { unknownBrandChoices, KINDS, RELIABILITIES } from './cross-reference-texts.ts'

interface Props {
  /** `null` for a new cross reference of the displayed article. */
  cross: CrossReferenceItem | null
  brand: string
  article: string
  onClose: () => void
}

const draftOf = ({ cross, brand, article }: Props): NewCrossReference =>
  cross
    ? {
        brand: cross.product.brand,
        article: cross.product.article,
        other_brand: cross.other.brand,
        other_article: cross.other.article,
        kind: cross.kind,
        reliability: cross.reliability,
        source: cross.source,
      }
    : { brand, article, other_brand: '', other_article: '', kind: 'analogue', reliability: 'ordinary', source: '' }

function useCrossReferenceForm(props: Props) {
  const { cross, onClose } = props
  const { checked, refuse, ...typed } = useForm({
    defaultValues: draftOf(props),
    paths: {
      brand: ['brand', 'article', 'other_article'],
      article: ['article', 'other_article'],
      other_brand: ['other_brand', 'other_article'],
    },
  })
  const { draft } = typed
  const { kind, reliability, source } = draft
  const save = useMutation({
    mutationFn: (): Promise<unknown> =>
      cross
        ? call(crossReferenceRoutes.update, {
            params: { product_id: cross.product.id, related_product_id: cross.other.id },
            body: { version: cross.version, kind, reliability, source: source.trim() },
          })
        : call(crossReferenceRoutes.create, { body: draft }),
    onSuccess: () => {
      toast({ severity: 'success', summary: cross ? 'Кросс сохранён' : 'Кросс добавлен' })
      onClose()
    },
    onError: (error) => refuse(error),
    // Refreshes after a refusal too, because another user has changed it first.
    onSettled: useInvalidate('cross-references'),
  })
  return {
    ...typed,
    busy: save.isPending,
    submit: () => {
      if (checked(NewCrossReference, draft)) save.mutate()
    },
  }
}

export default function CrossReferenceDialog(props: Props) {
  const { cross, onClose } = props
  const form = useCrossReferenceForm(props)
  const { draft, errors, change, field, isDirty } = form
  const title = cross ? 'Изменить кросс' : 'Новый кросс'
  const sides = [
    ['brand', 'Бренд'],
    ['article', 'Артикул'],
    ['other_brand', 'Бренд аналога или замены'],
    ['other_article', 'Артикул аналога или замены'],
  ] as const
  return (
    <FormDialog
      title={title}
      description="Обратная связь записывается сама."
      submit={cross ? 'Сохранить' : 'Добавить'}
      form={form}
      isDirty={isDirty}
      onClose={onClose}
      className="sm:grid sm:grid-cols-2"
    >
      {sides.map(([field, label]) => (
        <TextField
          key={field}
          label={label}
          required={!cross}
          disabled={cross !== null}
          autoComplete="off"
          value={draft[field]}
          onValueChange={(value) => change({ [field]: value })}
          error={errors.fields[field]}
        />
      ))}
      <Select
        label="Связь"
        items={unknownBrandChoices(KINDS)}
        value={draft.kind}
        onValueChange={(kind) => kind && change({ kind })}
      />
      <Select
        label="Надёжность"
        items={unknownBrandChoices(RELIABILITIES)}
        value={draft.reliability}
        onValueChange={(reliability) => reliability && change({ reliability })}
      />
      <TextField
        label="Источник"
        hint="Кто так говорит: покупатель видит это рядом с аналогом."
        className="sm:col-span-2"
        maxLength={200}
        {...field('source')}
      />
    </FormDialog>
  )
}
