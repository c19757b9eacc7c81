import {
  ORDER_FILE_FIELDS,
  OrderFileLayout,
  supplierOrderFileRoutes,
  type OrderFileField,
} from '@artikul/contract/purchasing/supplier-order-files'
import { useQuery } from '@tanstack/react-query'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { z } from 'zod'
import { useForm } from '../../../lib/browser/use-form.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Dialog } from '../../../ui/windows/dialog.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { RowInput } from '../../../ui/fields/row-input.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { SUPPLIER_ORDER_KEYS } from './supplier-orders.api.ts'

interface Props {
  source: { id: number; name: string }
  onClose: () => void
}

interface ColumnDraft {
  field: OrderFileField
  header: string
  isIn: boolean
}

const ALL = Object.entries(ORDER_FILE_FIELDS) as [OrderFileField, string][]

/** Returns the columns of the file, then the omitted ones. */
const draftOf = (columns: OrderFileLayout): ColumnDraft[] => [
  ...columns.map((column) => ({ ...column, isIn: true })),
  ...ALL.filter(([field]) => columns.every((column) => column.field !== field)).map(([field, header]) => ({
    field,
    header,
    isIn: false,
  })),
]

/** Layout of a supplier's order file: columns, their order and their headers. */
export default function LayoutDialog({ source, onClose }: Props) {
  const { data, error, refetch } = useQuery(
    query(supplierOrderFileRoutes.layout, { params: { id: source.id } }, { staleTime: 0 }),
  )
  if (data) return <LayoutForm source={source} stored={data} onClose={onClose} />
  return (
    <Dialog title={source.name} open onClose={onClose}>
      <QueryFallback error={error} onRetry={refetch} rows={7} />
    </Dialog>
  )
}

interface FormProps extends Props {
  stored: { version: number; columns: OrderFileLayout }
}

const Body = z.object({ columns: OrderFileLayout })

function LayoutForm({ source, stored, onClose }: FormProps) {
  const { draft, errors, isDirty, change, checked, refuse } = useForm({
    defaultValues: { columns: draftOf(stored.columns) },
    paths: { columns: 'columns' },
  })
  const save = useApiMutation(supplierOrderFileRoutes.setLayout, { invalidates: SUPPLIER_ORDER_KEYS })
  const { columns } = draft
  const put = (at: number, typed: Partial<ColumnDraft>) =>
    change({ columns: columns.map((column, place) => (place === at ? { ...column, ...typed } : column)) })
  const swap = (at: number, with_: number) =>
    change({
      columns: columns.map((column, place) => columns[place === at ? with_ : place === with_ ? at : place] ?? column),
    })
  const submit = () => {
    const chosen = columns.flatMap(({ field, header, isIn }) => (isIn ? [{ field, header }] : []))
    const body = checked(Body, { columns: chosen })
    if (!body) return
    save.mutate(
      { params: { id: source.id }, body: { version: stored.version, ...body } },
      {
        onSuccess: () => {
          toast({ severity: 'success', summary: 'Столбцы файла изменены', detail: source.name })
          onClose()
        },
        onError: (error) => refuse(error, []),
      },
    )
  }
  const refusal = errors.form ?? Object.values(errors.fields)[0] ?? null
  return (
    <FormDialog
      title={source.name}
      label="Столбцы файла заказа"
      description="Какие столбцы нужны поставщику, в каком порядке и как названы."
      submit="Сохранить"
      form={{ errors: { ...errors, form: refusal }, busy: save.isPending, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      <ul aria-label="Столбцы файла" className="flex flex-col">
        {columns.map((column, at) => (
          <li
            key={column.field}
            className="flex flex-wrap items-center gap-2 border-b border-hairline py-1 last:border-b-0"
          >
            <Checkbox
              label={ORDER_FILE_FIELDS[column.field]}
              className="w-2/5 min-w-0 max-sm:w-full"
              checked={column.isIn}
              onCheckedChange={(isIn) => put(at, { isIn })}
            />
            <div className="min-w-0 flex-1">
              <RowInput
                label={`Заголовок: ${ORDER_FILE_FIELDS[column.field]}`}
                maxLength={100}
                value={column.header}
                onCommit={(header) => put(at, { header })}
              />
            </div>
            <IconButton
              size="row"
              label={`Выше: ${ORDER_FILE_FIELDS[column.field]}`}
              icon={<IconArrowUp size={16} />}
              disabled={at === 0}
              onClick={() => swap(at, at - 1)}
            />
            <IconButton
              size="row"
              label={`Ниже: ${ORDER_FILE_FIELDS[column.field]}`}
              icon={<IconArrowDown size={16} />}
              disabled={at === columns.length - 1}
              onClick={() => swap(at, at + 1)}
            />
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}
