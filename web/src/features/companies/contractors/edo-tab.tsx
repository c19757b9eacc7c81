import type { ContractorDetails } from '@artikul/contract/companies/contractors'
import { EDO_OPERATORS, contractRoutes, type ContractItem } from '@artikul/contract/companies/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from '../../../lib/browser/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { query } from '../../../lib/api/query.ts'
import { call } from '../../../lib/api/call.ts'
import { draftOfContract, contractPatch } from './contracts/contract-draft.ts'
import { useSaving } from './company-fields/use-saving.ts'

const columns = (onEdit: ((id: number) => void) | null): readonly Column<ContractItem>[] => [
  {
    id: 'contract',
    header: 'Договор',
    lead: true,
    cell: ({ number, seller }) => (
      <>
        <span className="font-semibold">{number}</span>
        <span className="text-text-2">, {seller}</span>
      </>
    ),
  },
  {
    id: 'operator',
    header: 'Оператор ЭДО',
    cell: ({ edo_operator }) => edo_operator ?? <span className="text-text-2">Не указан</span>,
  },
  {
    id: 'id',
    header: 'Идентификатор ЭДО',
    cell: ({ edo_id }) => edo_id && <span className="break-all">{edo_id}</span>,
  },
  ...(onEdit
    ? [
        {
          id: 'edit',
          header: 'Действия',
          cell: ({ id, number }: ContractItem) => (
            <Button size="sm" aria-label={`Изменить ЭДО договора ${number}`} onClick={() => onEdit(id)}>
              Изменить
            </Button>
          ),
        },
      ]
    : []),
]

interface Props {
  company: ContractorDetails
  staff: boolean
}

export function EdoTab({ company, staff }: Props) {
  const contracts = useQuery(
    query(contractRoutes.list, { params: { id: company.id } }, { select: ({ results }) => results }),
  )
  const [open, setOpen] = useState<number | null>(null)
  const chosen = contracts.data?.find(({ id }) => id === open)
  return (
    <div className="flex flex-col gap-3">
      <Notice>
        Товары с обязательной маркировкой отгружаются только с электронными документами: настройте ЭДО до первого такого
        заказа.
        {!staff && ' Оператора и идентификатор сообщите вашему менеджеру.'}
      </Notice>
      <QueryPanel title="Электронный документооборот" query={contracts}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="Договоров пока нет" text="ЭДО указывают в договоре." />
          ) : (
            <DataTable
              label="Электронный документооборот"
              columns={columns(staff ? setOpen : null)}
              rows={rows}
              rowId={({ id }) => String(id)}
            />
          )
        }
      </QueryPanel>
      {chosen && <EdoDialog contract={chosen} onClose={() => setOpen(null)} />}
    </div>
  )
}

const OTHER = 'Другой'
const isNamed = (operator: string) => EDO_OPERATORS.some((one) => one === operator)

function EdoDialog({ contract, onClose }: { contract: ContractItem; onClose: () => void }) {
  const stored = draftOfContract(contract)
  const form = useForm({ values: stored })
  const { draft, change } = form
  const [isOther, setOther] = useState(stored.edo_operator !== '' && !isNamed(stored.edo_operator))
  const choice = isOther ? OTHER : draft.edo_operator || null
  const saving = useSaving(form, {
    send: () =>
      call(contractRoutes.update, {
        params: { id: contract.id },
        body: { version: contract.version, ...contractPatch(contract, draft) },
      }),
    known: ['edo_operator', 'edo_id'],
    saved: 'ЭДО сохранён',
    onSaved: onClose,
  })
  const choose = (operator: string | null) => {
    setOther(operator === OTHER)
    change({ edo_operator: operator === OTHER ? '' : (operator ?? '') })
  }
  return (
    <FormDialog
      width="sm"
      title={`ЭДО договора ${contract.number}`}
      submit="Сохранить"
      form={saving}
      isDirty={form.isDirty}
      onClose={onClose}
    >
      <Select
        label="Оператор ЭДО"
        placeholder="Не указан"
        items={[...EDO_OPERATORS, OTHER].map((value) => ({ value, label: value }))}
        value={choice}
        onValueChange={choose}
        error={isOther ? undefined : form.errors.fields['edo_operator']}
      />
      {isOther && (
        <TextField label="Название оператора" autoComplete="off" maxLength={100} {...form.field('edo_operator')} />
      )}
      <TextField
        label="Идентификатор ЭДО"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        {...form.field('edo_id')}
      />
    </FormDialog>
  )
}
