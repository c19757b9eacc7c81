import { useState } from 'react'
import type { PageSize } from '../../../lib/page/page-size.ts'
import { Article } from '../../../ui/text/article.tsx'
import { DataTable, type Column, type Sort } from '../../../ui/lists/data-table.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { PaginationBar } from '../../../ui/lists/pagination.tsx'

interface Row {
  id: number
  article: string
  name: string
  sum: number
}

const ROWS: readonly Row[] = [
  { id: 1, article: '04152-YZZA1', name: 'Элемент фильтра масляного', sum: 95672 },
  { id: 2, article: 'HU 7019 Z', name: 'Фильтр масляный (вставка)', sum: 52586 },
  { id: 3, article: '26300-35503', name: 'Фильтр масляный', sum: 41200 },
]

const COLUMNS: readonly Column<Row>[] = [
  { id: 'article', header: 'Артикул', cell: (row) => <Article>{row.article}</Article>, lead: true },
  { id: 'name', header: 'Наименование', cell: (row) => row.name },
  {
    id: 'sum',
    header: 'Сумма, ₽',
    cell: (row) => <Money kop={row.sum} sign={false} />,
    numeric: true,
    sortable: true,
  },
]

export function TableSample() {
  const [sort, setSort] = useState<Sort>({ id: 'sum', desc: true })
  const [selected, setSelected] = useState<Record<string, true>>({ 1: true })
  const [page, setPage] = useState<{ page: number; pageSize: PageSize }>({ page: 3, pageSize: 50 })
  return (
    <div className="flex flex-col gap-3">
      <DataTable
        label="Пример таблицы"
        view="Пример таблицы"
        columns={COLUMNS}
        rows={ROWS}
        rowId={(row) => String(row.id)}
        sort={sort}
        onSortChange={setSort}
        selected={selected}
        onSelectedChange={setSelected}
      />
      <PaginationBar {...page} total={1240} onChange={setPage} />
    </div>
  )
}
