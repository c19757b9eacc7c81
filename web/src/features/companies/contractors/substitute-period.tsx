import { contractorRoutes, type ContractorDetails } from '@artikul/contract/companies/contractors'
import { isBackwards, standsIn } from '@artikul/contract/companies/substitutes'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { useForm } from '../../../lib/browser/use-form.ts'
import { substituteText } from '../../../lib/session/substitute-text.ts'
import { todayIso } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { call } from '../../../lib/api/call.ts'
import { useSaving } from './company-fields/use-saving.ts'

/** Period of the substitute, shown under the substitute's name. */
export function SubstitutePeriodFields({ company }: { company: ContractorDetails }) {
  const [isOpen, setOpen] = useState(false)
  if (company.deputy === null) return null
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm text-text-2 sm:col-span-3">
      <span>
        {company.deputy.full_name} замещает {substituteText(company)}
      </span>
      {standsIn(company, todayIso()) && <Tag tone="success">Сейчас</Tag>}
      <Button size="sm" icon={<IconCalendar size={14} />} onClick={() => setOpen(true)}>
        Изменить период
      </Button>
      {isOpen && <PeriodDialog company={company} onClose={() => setOpen(false)} />}
    </div>
  )
}

function PeriodDialog({ company, onClose }: { company: ContractorDetails; onClose: () => void }) {
  const form = useForm({
    defaultValues: { substitute_from: company.substitute_from, substitute_to: company.substitute_to },
    paths: { substitute_from: ['substitute_from', 'substitute_to'] },
  })
  const saving = useSaving(form, {
    send: () =>
      call(contractorRoutes.update, { params: { id: company.id }, body: { version: company.version, ...form.draft } }),
    known: ['substitute_from', 'substitute_to'],
    check: () => ({ substitute_to: isBackwards(form.draft) && 'Последний день раньше первого' }),
    saved: 'Период замещения сохранён',
    onSaved: onClose,
  })
  return (
    <FormDialog
      title="Период замещения"
      description="Обе даты включительно. Без дат заместитель получает уведомления всегда."
      submit="Сохранить"
      form={saving}
      isDirty={form.isDirty}
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <DateField label="С" {...form.field('substitute_from')} />
        <DateField label="По" {...form.field('substitute_to')} />
      </div>
    </FormDialog>
  )
}
