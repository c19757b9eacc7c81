import { RECONCILIATION_FILE_BYTES, reconciliationRoutes } from '@artikul/contract/billing/reconciliation'
import type { SettledContract } from '@artikul/contract/billing/settlements'
import { IconScale } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { RECONCILIATION_KEYS } from '../../../lib/queries/reconciliations-query.ts'
import { ReconciliationsList } from '../../../ui/documents/reconciliations-list.tsx'
import { Dropzone } from '../../../ui/files/dropzone.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { PeriodFields } from '../../../ui/dates/period-fields.tsx'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { periodOf, type FinancesProps } from './settlements.api.ts'

/** «Сверка»: starts a reconciliation of the company's statement with the supplier's and lists earlier ones. */
export function ReconciliationsTab({
  search,
  contracts,
  onChange,
}: FinancesProps & { contracts: readonly SettledContract[] }) {
  const of = contracts.length === 1 ? contracts[0]?.contract_id : undefined
  const { page, page_size, contract } = search
  return (
    <div className="flex flex-col gap-4">
      <Panel title="Новая сверка">
        <div className="flex max-w-2xl flex-col gap-3">
          <p className="text-sm text-text-2">
            Загрузите свой акт сверки или карточку счёта 60 из 1С: документы сопоставим по номеру, дате и сумме,
            останутся только расхождения.
          </p>
          <search className="grid max-w-md grid-cols-2 gap-2">
            <PeriodFields {...periodOf(search)} onChange={onChange} />
          </search>
          <Upload search={search} contractId={of} />
        </div>
      </Panel>
      <ReconciliationsList
        isOwn
        search={{ page, page_size, contract }}
        onChange={(next) => onChange({ page: next.page, page_size: next.page_size })}
        empty={
          <EmptyState
            icon={<IconScale size={32} stroke={1.5} />}
            title="Сверок пока нет"
            text="Здесь останутся загруженные файлы и переписка по каждому расхождению."
          />
        }
      />
    </div>
  )
}

function Upload({ search, contractId }: Pick<FinancesProps, 'search'> & { contractId: number | undefined }) {
  const [tooLarge, setTooLarge] = useState(false)
  const navigate = useNavigate()
  const refresh = useInvalidate(...RECONCILIATION_KEYS)
  const send = useApiMutation(reconciliationRoutes.upload, {
    onSuccess: async ({ id }) => {
      void refresh()
      await navigate({ to: '/reconciliations/$id', params: { id: String(id) } })
    },
  })
  return (
    <>
      {contractId === undefined && <Notice>Выберите договор: сверяется один.</Notice>}
      <Dropzone
        label="Файл сверки"
        hint="XLSX, XLS или CSV до 5 МБ"
        files={[]}
        listed={false}
        maxSize={RECONCILIATION_FILE_BYTES}
        disabled={send.isPending || contractId === undefined}
        onFilesChange={([file]) => {
          setTooLarge(false)
          if (file)
            send.mutate({
              file,
              query: { name: file.name.slice(0, 200), contract_id: contractId ?? 0, ...periodOf(search) },
            })
        }}
        onRejected={() => setTooLarge(true)}
      />
      {send.isPending && <Notice>Файл читается.</Notice>}
      {tooLarge && <Notice tone="warn">Файл больше 5 МБ: выгрузите его за меньший период.</Notice>}
      {send.error && <Notice tone="warn">{messageOf(send.error)}</Notice>}
    </>
  )
}
