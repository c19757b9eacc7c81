import { NewOneCNode, oneCRoutes, type OneCAccess } from '@artikul/contract/integrations/one-c'
import { sellerRoutes } from '@artikul/contract/companies/sellers'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { ONE_C_KEYS } from './one-c.api.ts'

interface Props {
  onClose: () => void
  onMade: (access: OneCAccess) => void
}

/** Connects a base of 1C to an own company. */
export default function NewNodeDialog({ onClose, onMade }: Props) {
  const { data: sellers } = useQuery(query(sellerRoutes.list, {}, { select: ({ results }) => results }))
  const open = (sellers ?? []).filter(({ closed_at: closedAt }) => closedAt === null)
  const { draft, errors, change, field, isDirty, checked, refuse } = useForm({
    defaultValues: {
      seller_id: null as number | null,
      name: '',
      default_brand: '',
    },
  })
  const sellerId = draft.seller_id ?? (open.length === 1 ? (open[0]?.id ?? null) : null)
  const save = useApiMutation(oneCRoutes.create, { invalidates: ONE_C_KEYS, onSuccess: onMade })
  const submit = () => {
    const missing = sellerId === null ? { seller_id: 'Выберите нашу компанию' } : {}
    const body = checked(NewOneCNode, { ...draft, seller_id: sellerId }, missing)
    if (body) save.mutate({ body }, { onError: (error) => refuse(error) })
  }
  return (
    <FormDialog
      title="Подключить 1С"
      description="Портал выдаст адрес, логин и пароль для «Обмена с сайтом». Первое время обмен пробный: присланное видно, но ничего не меняет."
      submit="Подключить"
      form={{ errors, busy: save.isPending, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      <Select
        label="Наша компания"
        required
        items={open.map(({ id, name }) => ({ value: id, label: name }))}
        value={sellerId}
        onValueChange={(id) => change({ seller_id: id })}
        error={errors.fields['seller_id']}
      />
      <TextField
        label="Название базы"
        hint="Например, «УТ 11, основная»"
        required
        maxLength={100}
        autoComplete="off"
        {...field('name')}
      />
      <TextField
        label="Производитель, если в 1С он не указан"
        hint="Для товаров без изготовителя. Без него такие товары не принимаются."
        maxLength={100}
        autoComplete="off"
        {...field('default_brand')}
      />
    </FormDialog>
  )
}
