import { NewStockRule, stockPurchaseRoutes, type PurchaseProposal } from '@artikul/contract/purchasing/stock-purchases'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { PROPOSAL_KEYS } from './stock-purchases.api.ts'

/** «Мин. / макс.» of one product at one warehouse. */
export default function RuleDialog({ row, onClose }: { row: PurchaseProposal; onClose: () => void }) {
  const { product, warehouse } = row
  const { draft, errors, isDirty, change, field, checked, refuse } = useForm<{
    isFixed: boolean
    min_qty: number | null
    max_qty: number | null
  }>({
    defaultValues: { isFixed: row.is_fixed, min_qty: row.min_qty, max_qty: row.max_qty },
    paths: { isFixed: 'rule', min_qty: ['rule.min_qty', 'rule.max_qty'], max_qty: 'rule.max_qty' },
  })
  const save = useApiMutation(stockPurchaseRoutes.setRule, { invalidates: PROPOSAL_KEYS })
  const name = `${product.brand} ${product.article}`
  const submit = () => {
    const { isFixed, ...rule } = draft
    const body = checked(NewStockRule, {
      product_id: product.id,
      warehouse_id: warehouse.id,
      rule: isFixed ? rule : null,
    })
    if (!body) return
    save.mutate(
      { body },
      {
        onSuccess: () => {
          toast({
            severity: 'success',
            summary: isFixed ? 'Мин. и макс. заданы' : 'Мин. и макс. считаются',
            detail: name,
          })
          onClose()
        },
        onError: (error) => refuse(error),
      },
    )
  }
  return (
    <FormDialog
      title={name}
      label="Минимум и максимум запаса"
      description={`Склад «${warehouse.name}». Когда свободный остаток и то, что едет, доходят до минимума, закупка пополняет запас до максимума.`}
      submit="Сохранить"
      form={{ errors, busy: save.isPending, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      <Switch label="Задать самим" checked={draft.isFixed} onCheckedChange={(isFixed) => change({ isFixed })} />
      <div className="grid gap-3 sm:grid-cols-2">
        <NumberField label="Минимум" required min={0} disabled={!draft.isFixed} {...field('min_qty')} />
        <NumberField label="Максимум" required min={0} disabled={!draft.isFixed} {...field('max_qty')} />
      </div>
    </FormDialog>
  )
}
