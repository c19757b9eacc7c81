import { MAX_UNBLOCK_DAYS, Unblock, blockRoutes, type BlockedContract } from '@artikul/contract/billing/credit-holds'
import { counted, plural } from '@artikul/contract/core/plural'
import { day, todayIso } from '../../../lib/text/format.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { TextArea } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { CREDIT_HOLD_KEYS } from './payments.api.ts'

const DAY_MS = 86_400_000
const later = (today: string, days: number) => new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10)
const USUAL_DAYS = 3

/** «Разблокировать до …»: sets the last day and the reason. */
export function CreditHoldOverrideDialog({ contract, onClose }: { contract: BlockedContract; onClose: () => void }) {
  const today = todayIso()
  const form = useForm<{ until: string | null; reason: string }>({
    defaultValues: { until: later(today, USUAL_DAYS - 1), reason: '' },
  })
  const unblock = useApiMutation(blockRoutes.unblock, { invalidates: CREDIT_HOLD_KEYS })
  const { held_count: held } = contract
  const submit = () => {
    const body = form.checked(Unblock, form.draft)
    if (!body) return
    unblock.mutate(
      { params: { id: contract.contract_id }, body },
      {
        onSuccess: () => {
          toast({ severity: 'success', summary: `Разблокировано до ${day(body.until)}` })
          onClose()
        },
        onError: (error) => form.refuse(error),
      },
    )
  }
  return (
    <FormDialog
      width="sm"
      title={`Разблокировать договор № ${contract.number}`}
      description={`${contract.contractor.name}. ${
        held > 0
          ? `${counted(held, 'приостановленный заказ', 'приостановленных заказа', 'приостановленных заказов')} ${plural(held, 'пойдёт', 'пойдут', 'пойдут')} в работу.`
          : 'Новые заказы и отгрузки не будут остановлены.'
      }`}
      submit="Разблокировать"
      form={{ errors: form.errors, busy: unblock.isPending, submit }}
      isDirty={form.isDirty}
      onClose={onClose}
    >
      <DateField
        label="До дня включительно"
        hint={`Не больше чем на ${counted(MAX_UNBLOCK_DAYS, 'день', 'дня', 'дней')}`}
        required
        min={today}
        max={later(today, MAX_UNBLOCK_DAYS - 1)}
        {...form.field('until')}
      />
      <TextArea
        label="Причина"
        hint="Останется в журнале, покупатель её не увидит"
        required
        maxLength={500}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
