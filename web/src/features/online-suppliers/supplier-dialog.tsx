import {
  NewOnlineSupplier,
  OnlineSupplierPatch,
  SupplierTrial,
  type OnlineSupplier,
} from '@artikul/contract/online-suppliers'
import { useMutation } from '@tanstack/react-query'
import { useDraft } from '../../lib/use-draft.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { addSupplier, changeSupplier, checkSupplier, useSuppliersChange } from './online-suppliers.api.ts'
import { AccessFields } from './access-fields.tsx'
import { AskingFields } from './asking-fields.tsx'
import { OrderingFields } from './ordering-fields.tsx'
import { accessOf, draftOf, FIELDS, fieldsOf, newDraft, type SupplierDraft } from './supplier-draft.ts'
import { Trial, type Asked } from './trial.tsx'

interface Props {
  /** Null: a new one. */
  supplier: OnlineSupplier | null
  sellers: readonly { id: number; name: string }[]
  /** The priority of whoever is asked last. */
  last: number
  onClose: () => void
}

/** How a supplier is asked; the password is written and never shown. */
export default function SupplierDialog({ supplier, sellers, last, onClose }: Props) {
  const form = useDraft(supplier ? draftOf(supplier) : newDraft({ sellers, last }))
  const { draft, errors, change, isDirty, checked, refuse } = form
  const save = useSave(supplier, onClose)
  const check = useMutation({ mutationFn: checkSupplier, onError: (error) => refuse(error, FIELDS) })
  const secret = draft.secret === '' && supplier ? null : draft.secret
  const submit = () => {
    const fields = { ...fieldsOf(draft), secret }
    const send = supplier
      ? save.change(checked(OnlineSupplierPatch, { version: supplier.version, ...fields }))
      : save.add(checked(NewOnlineSupplier, { name: draft.name, seller_id: draft.seller_id, ...fields }))
    send?.catch((error: unknown) => refuse(error, FIELDS))
  }
  const tryOut = (asked: Asked) => {
    const trial = checked(SupplierTrial, { ...accessOf(draft), id: supplier?.id ?? null, secret, ...asked })
    if (trial) check.mutate(trial)
  }
  const edit = (typed: Partial<SupplierDraft>) => {
    check.reset()
    change(typed)
  }
  const fields = { draft, errors: errors.fields, onChange: edit }
  return (
    <FormDialog
      side
      title={supplier?.name ?? 'Новый онлайн-поставщик'}
      label="Онлайн-поставщик"
      submit={supplier ? 'Сохранить' : 'Добавить'}
      form={{ errors, busy: save.isPending, submit }}
      isDirty={isDirty}
      onClose={onClose}
      below={
        <Trial
          errors={errors.fields}
          result={check.data}
          isPending={check.isPending}
          onTyped={() => edit({})}
          onTry={tryOut}
        />
      }
    >
      <AccessFields {...fields} sellers={supplier ? null : sellers} />
      <AskingFields {...fields} />
      <OrderingFields {...fields} />
    </FormDialog>
  )
}

/** Sends what was found in order; null: nothing was. */
function useSave(supplier: OnlineSupplier | null, onClose: () => void) {
  const adding = useSuppliersChange(addSupplier)
  const changing = useSuppliersChange(changeSupplier)
  const told = (summary: string, detail: string) => {
    toast({ severity: 'success', summary, detail })
    onClose()
  }
  return {
    isPending: adding.isPending || changing.isPending,
    add: (sent: NewOnlineSupplier | null) =>
      sent && adding.mutateAsync(sent).then(() => told('Поставщик добавлен', sent.name)),
    change: (sent: OnlineSupplierPatch | null) =>
      sent &&
      supplier &&
      changing.mutateAsync({ id: supplier.id, ...sent }).then(() => told('Поставщик изменён', supplier.name)),
  }
}
