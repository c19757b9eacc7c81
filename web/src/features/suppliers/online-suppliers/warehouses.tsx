import {
  WarehouseTerms,
  onlineSupplierRoutes,
  type OnlineWarehouse,
} from '@artikul/contract/suppliers/online-suppliers'
import { counted } from '@artikul/contract/core/plural'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useForm } from '../../../lib/browser/use-form.ts'
import { useMayChange } from '../../../lib/session/use-may-change.ts'
import { weekdaysText } from '../../../lib/text/weekdays.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { WeekdaysField } from '../../../ui/dates/weekdays-field.tsx'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { suppliersChange, SUPPLIER_KEYS } from './online-suppliers.api.ts'

const LINK = 'text-left quiet-link'

/** «+2 дня», «−1 день», «нет». */
function correctionText(days: number): string {
  if (days === 0) return 'нет'
  return `${days > 0 ? '+' : '−'}${counted(Math.abs(days), 'день', 'дня', 'дней')}`
}

/** Warehouses of the supplier: visibility, shipping days and corrections of delivery terms. */
export function Warehouses({ id }: { id: number }) {
  const warehouses = useQuery(query(onlineSupplierRoutes.warehouses, { params: { id } }))
  const mayChange = useMayChange()
  const [open, setOpen] = useState<OnlineWarehouse | null>(null)
  const columns = useMemo(() => columnsFor(mayChange ? setOpen : null), [mayChange])
  return (
    <>
      <QueryPanel title="Склады поставщика" query={warehouses}>
        {({ results: all }) =>
          all.length > 0 ? (
            <DataTable
              label="Склады поставщика"
              columns={columns}
              rows={all}
              rowId={({ id: warehouseId }) => String(warehouseId)}
            />
          ) : (
            <EmptyState
              title="Складов пока нет"
              text="Они появятся из ответов поставщика, когда кто-то найдёт у него деталь."
            />
          )
        }
      </QueryPanel>
      {open && <TermsDialog warehouse={open} onClose={() => setOpen(null)} />}
    </>
  )
}

/** @param onOpen null for read-only access */
const columnsFor = (onOpen: ((warehouse: OnlineWarehouse) => void) | null): readonly Column<OnlineWarehouse>[] => [
  {
    id: 'name',
    header: 'Склад',
    lead: true,
    width: 'w-2/5',
    cell: ({ name, code }) => (
      <div className="py-1.5">
        <span className="font-semibold break-words">{name}</span>
        <p className="break-all text-text-2">код {code}</p>
      </div>
    ),
  },
  {
    id: 'allowed',
    header: 'Предложения',
    cell: (warehouse) => (onOpen ? <Allowed warehouse={warehouse} /> : warehouse.is_allowed ? 'показаны' : 'скрыты'),
  },
  {
    id: 'ships',
    header: 'Отгрузка',
    cell: ({ ships_on: days }) => (days ? weekdaysText(days) : 'рабочие дни'),
  },
  {
    id: 'correction',
    header: 'Поправка срока',
    cell: (warehouse) => {
      const text = correctionText(warehouse.term_correction_days)
      if (!onOpen) return text
      return (
        <button
          type="button"
          className={LINK}
          aria-label={`${text}: поправка срока и дни отгрузки, ${warehouse.name}`}
          onClick={() => onOpen(warehouse)}
        >
          {text}
        </button>
      )
    },
  },
]

type WarehouseChange = Pick<OnlineWarehouse, 'is_allowed' | 'term_correction_days' | 'ships_on'>

function changeOf(warehouse: OnlineWarehouse, change: Partial<WarehouseChange>) {
  const { id, version, is_allowed, term_correction_days, ships_on } = warehouse
  return { params: { id }, body: { version, is_allowed, term_correction_days, ships_on, ...change } }
}

function Allowed({ warehouse }: { warehouse: OnlineWarehouse }) {
  const save = useApiMutation(onlineSupplierRoutes.updateWarehouse, suppliersChange('Склад не изменён'))
  return (
    <Checkbox
      label={
        <>
          Показывать<span className="sr-only">: {warehouse.name}</span>
        </>
      }
      checked={warehouse.is_allowed}
      disabled={save.isPending}
      onCheckedChange={(isAllowed) => save.mutate(changeOf(warehouse, { is_allowed: isAllowed }))}
    />
  )
}

function TermsDialog({ warehouse, onClose }: { warehouse: OnlineWarehouse; onClose: () => void }) {
  const { draft, errors, change, field, isDirty, checked, refuse } = useForm<{
    term_correction_days: number | null
    ships_on: number[] | null
  }>({ defaultValues: { term_correction_days: warehouse.term_correction_days, ships_on: warehouse.ships_on } })
  const save = useApiMutation(onlineSupplierRoutes.updateWarehouse, { invalidates: SUPPLIER_KEYS })
  const submit = () => {
    const fields = checked(WarehouseTerms, draft)
    if (!fields) return
    save.mutate(changeOf(warehouse, fields), {
      onSuccess: () => {
        toast({ severity: 'success', summary: 'Сроки склада сохранены', detail: warehouse.name })
        onClose()
      },
      onError: (error) => refuse(error),
    })
  }
  return (
    <FormDialog
      width="sm"
      title={warehouse.name}
      label="Сроки склада"
      submit="Сохранить"
      form={{ errors, busy: save.isPending, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      <NumberField
        label="Поправка срока, дней"
        hint="Прибавляется к сроку, который называет поставщик; с минусом — вычитается."
        required
        min={-30}
        max={30}
        {...field('term_correction_days')}
      />
      <WeekdaysField
        label="Дни отгрузки"
        hint="Ничего не выбрано — каждый рабочий день. Срок считается от дня отгрузки."
        value={draft.ships_on ?? []}
        onValueChange={(weekdays) => change({ ships_on: weekdays.length > 0 ? weekdays : null })}
        error={errors.fields['ships_on']}
      />
    </FormDialog>
  )
}
