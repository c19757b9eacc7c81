import type { ContractorItem } from '@artikul/contract/companies/contractor-list'
import { Link } from '@tanstack/react-router'
import { momentDay, shortName } from '../../../lib/text/format.ts'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { StatusTag, StoppedTag } from './contractor-status.tsx'
import { MakeCurrentButton } from './registration/make-current-button.tsx'

const CompanyLink = ({ company: { id, name } }: { company: ContractorItem }) => (
  <Link to="/contractors/$id" params={{ id: String(id) }} className="font-semibold quiet-link">
    {name}
  </Link>
)

export const innText = ({ inn, kpp }: { inn: string; kpp: string | null }) => (kpp ? `${inn} / ${kpp}` : inn)

const name: Column<ContractorItem> = {
  id: 'name',
  header: 'Компания',
  lead: true,
  opens: true,
  cell: (company) => <CompanyLink company={company} />,
}
const inn: Column<ContractorItem> = {
  id: 'inn',
  header: 'ИНН / КПП',
  cell: (company) => <span className="whitespace-nowrap">{innText(company)}</span>,
}
const status: Column<ContractorItem> = {
  id: 'status',
  header: 'Статус',
  cell: (company) => <StatusTag status={company.status} />,
}
const manager: Column<ContractorItem> = {
  id: 'manager',
  header: 'Менеджер',
  cell: (company) =>
    company.manager && <span title={company.manager.full_name}>{shortName(company.manager.full_name)}</span>,
}

export const STAFF_COLUMNS: readonly Column<ContractorItem>[] = [
  name,
  inn,
  status,
  { id: 'stopped', header: 'Стоп-лист', cell: (company) => <StoppedTag reason={company.stopped_reason} /> },
  manager,
  { id: 'group', header: 'Ценовая группа', cell: (company) => company.price_group },
  { id: 'people', header: 'Сотрудников', numeric: true, cell: (company) => company.users_count },
  { id: 'created', header: 'Создан', cell: (company) => momentDay(company.created_at) },
]

/** Columns of the user's own companies; marks the current one. */
export const ownColumns = (currentId: number | undefined): readonly Column<ContractorItem>[] => [
  name,
  inn,
  status,
  manager,
  {
    id: 'stopped',
    header: 'Заказы',
    cell: ({ stopped_reason }) =>
      stopped_reason !== null && <span className="text-warn">Остановлены: {stopped_reason}</span>,
  },
  {
    id: 'current',
    header: 'Сейчас',
    cell: ({ id }) => (id === currentId ? <Tag tone="success">Текущая</Tag> : <MakeCurrentButton id={id} />),
  },
]
