import { IconCircleCheck } from '@tabler/icons-react'
import { ReconciliationsList } from '../../../ui/documents/reconciliations-list.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import type { DeskProps } from './payments.api.ts'

/** «Сверки» for staff: reconciliations with differences and those that wait for an answer. */
export function StaffReconciliationsTab({ search, onChange }: DeskProps) {
  const isAll = search.state === 'any'
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label="Показать и без открытых расхождений"
        checked={isAll}
        onCheckedChange={(all) => onChange({ state: all ? 'any' : undefined })}
      />
      <ReconciliationsList
        isOwn={false}
        search={{ page: search.page, page_size: search.page_size, state: isAll ? undefined : 'open' }}
        onChange={({ page, page_size }) => onChange({ page, page_size })}
        empty={
          <EmptyState
            icon={<IconCircleCheck size={32} stroke={1.5} />}
            title={isAll ? 'Сверок пока нет' : 'Открытых расхождений нет'}
            text="Сверку начинает покупатель: он загружает свой акт в разделе «Взаиморасчёты»."
          />
        }
      />
    </div>
  )
}
