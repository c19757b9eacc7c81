import { claimRoutes } from '@artikul/contract/fulfilment/claims'
import {
  SUPPLIER_RETURN_STATES,
  type SupplierReturn,
  type SupplierReturnLine,
} from '@artikul/contract/purchasing/supplier-returns'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTitle } from '../../../lib/page/head.ts'
import { moment, quantity, shortName } from '../../../lib/text/format.ts'
import { Attachments } from '../../../ui/files/attachments.tsx'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Article } from '../../../ui/text/article.tsx'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { ReturnActs } from './return-acts.tsx'
import { RETURN_TONES, returnQuery } from './supplier-returns.api.ts'

const route = getRouteApi('/supplier-returns/$id')
const CRUMB = { label: 'Возвраты поставщикам', to: '/supplier-returns' }

/** One return to a supplier with its lines, photos and the supplier's answer. */
export default function ReturnPage() {
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(returnQuery(id))
  if (data) return <Loaded made={data} />
  return (
    <>
      <PageHeader title="Возврат поставщику" crumbs={[CRUMB, { label: 'Возврат' }]} />
      <Panel flush>
        <QueryFallback error={error} onRetry={refetch} />
      </Panel>
    </>
  )
}

function Loaded({ made }: { made: SupplierReturn }) {
  useTitle(`Возврат ${made.number}`)
  const { number, state, source, claim, contractor, lines, files } = made
  return (
    <>
      <PageHeader
        crumbs={[CRUMB, { label: number }]}
        title={
          <span className="inline-flex flex-wrap items-center gap-2">
            Возврат {number} <Tag tone={RETURN_TONES[state]}>{SUPPLIER_RETURN_STATES[state]}</Tag>
          </span>
        }
        subtitle={source.name}
        actions={<ReturnActs made={made} />}
      />
      <div className="flex flex-col gap-4">
        <Panel>
          <DefinitionList
            items={[
              [
                'Обращение',
                <Link key="claim" to="/claims/$id" params={{ id: String(claim.id) }} className="quiet-link">
                  {claim.number}, {contractor}
                </Link>,
              ],
              ['Что не так', made.text],
              ['Сумма закупки', <Money key="total" kop={made.total_kop} />],
              ['Составлен', `${moment(made.created_at)}, ${shortName(made.made_by)}`],
              ['Отправлен', made.sent_at && `${moment(made.sent_at)}${made.email === '' ? '' : `, ${made.email}`}`],
              ['Решение поставщика', made.answered_at && moment(made.answered_at)],
              ['Слова поставщика', made.answer],
              ['Документ поставщика', made.document_number],
              ['Зачтено', made.credited_kop !== null && <Money key="credited" kop={made.credited_kop} />],
            ]}
          />
        </Panel>
        <Panel flush title="Товар">
          <DataTable label="Строки возврата" columns={COLUMNS} rows={lines} rowId={({ id }) => String(id)} />
        </Panel>
        {files.length > 0 && (
          <Panel title="Фото и документы обращения">
            <Attachments files={files} source={claimRoutes.file} />
          </Panel>
        )}
      </div>
    </>
  )
}

const COLUMNS: readonly Column<SupplierReturnLine>[] = [
  {
    id: 'goods',
    header: 'Товар',
    lead: true,
    width: 'w-2/5',
    cell: ({ brand, article, name }) => (
      <span className="block lg:py-1.5">
        <span className="font-semibold">{brand}</span> <Article>{article}</Article>
        <span className="block text-xs text-text-2">{name}</span>
      </span>
    ),
  },
  { id: 'qty', header: 'Возвращаем', numeric: true, cell: ({ qty, unit }) => quantity(qty, unit) },
  { id: 'price', header: 'Закупка', numeric: true, cell: ({ purchase_kop }) => <Money kop={purchase_kop} /> },
  {
    id: 'accepted',
    header: 'Поставщик принял',
    numeric: true,
    cell: ({ accepted_qty: qty, unit }) => (qty === null ? '—' : quantity(qty, unit)),
  },
  {
    id: 'sum',
    header: 'Сумма',
    numeric: true,
    cell: ({ qty, accepted_qty, purchase_kop }) => <Money kop={Math.round((accepted_qty ?? qty) * purchase_kop)} />,
  },
]
