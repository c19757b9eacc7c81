import type { ContractorDetails } from '@artikul/contract/companies/contractors'
import { contractRoutes, type ContractItem } from '@artikul/contract/companies/contracts'
import { counted } from '@artikul/contract/core/plural'
import { useQuery } from '@tanstack/react-query'
import { IconCopy, IconFileText, IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { DefinitionList } from '../../../../ui/text/definition-list.tsx'
import { EmptyState } from '../../../../ui/states/empty-state.tsx'
import { lazyWindow } from '../../../../ui/windows/lazy-window.tsx'
import { Money } from '../../../../ui/text/money.tsx'
import { QueryPanel } from '../../../../ui/lists/query-panel.tsx'
import { Tag } from '../../../../ui/text/tag.tsx'
import { query } from '../../../../lib/api/query.ts'
import { DownloadButton, UploadButton } from './contract-file.tsx'
import { termsText } from '@artikul/contract/companies/contract-terms'
import { day } from '../../../../lib/text/format.ts'

/** «от 12.01.2026, бессрочный» */
const datesText = ({ signed_on, valid_to }: Pick<ContractItem, 'signed_on' | 'valid_to'>) =>
  `от ${day(signed_on)}, ${valid_to ? `действует по ${day(valid_to)}` : 'бессрочный'}`

const ContractDialog = lazyWindow(() => import('./contract-dialog.tsx'))
const CopyContractDialog = lazyWindow(() => import('./copy-contract-dialog.tsx'))

/** Open window; a contract is referred to by id, so that fresh data reaches the form. */
type Open = { kind: 'new' } | { kind: 'edit' | 'copy'; id: number }

interface Props {
  company: ContractorDetails
  staff: boolean
}

export function ContractsTab({ company, staff }: Props) {
  const contracts = useQuery(
    query(contractRoutes.list, { params: { id: company.id } }, { select: ({ results }) => results }),
  )
  const [open, setOpen] = useState<Open | null>(null)
  const chosen = open && open.kind !== 'new' ? contracts.data?.find(({ id }) => id === open.id) : undefined
  const close = () => setOpen(null)
  return (
    <QueryPanel
      title="Договоры"
      query={contracts}
      actions={
        staff && (
          <Button size="sm" icon={<IconPlus size={14} />} onClick={() => setOpen({ kind: 'new' })}>
            Новый договор
          </Button>
        )
      }
    >
      {(rows) => (
        <>
          {rows.length === 0 ? (
            <EmptyState
              icon={<IconFileText size={32} stroke={1.5} />}
              title="Договоров пока нет"
              text={staff ? 'Без договора компания не оформит заказ.' : 'Договор заведёт ваш менеджер.'}
            />
          ) : (
            <ul className="divide-y divide-hairline">
              {rows.map((contract) => (
                <li key={contract.id} className="p-4">
                  <ContractCard contract={contract} staff={staff} onOpen={setOpen} />
                </li>
              ))}
            </ul>
          )}
          <Suspense>
            {open?.kind === 'new' && <ContractDialog contractorId={company.id} contract={null} onClose={close} />}
            {open?.kind === 'edit' && chosen && (
              <ContractDialog contractorId={company.id} contract={chosen} onClose={close} />
            )}
            {open?.kind === 'copy' && chosen && <CopyContractDialog contract={chosen} onClose={close} />}
          </Suspense>
        </>
      )}
    </QueryPanel>
  )
}

interface CardProps {
  contract: ContractItem
  staff: boolean
  onOpen: (open: Open) => void
}

function ContractCard({ contract, staff, onOpen }: CardProps) {
  const { id, number, limit_kop } = contract
  return (
    <div className="flex flex-col gap-3 lg:flex-row lg:justify-between">
      <div className="min-w-0">
        <h3 className="mb-2 flex flex-wrap items-center gap-2 text-base font-semibold">
          Договор {number} <Marks contract={contract} />
        </h3>
        <DefinitionList
          items={[
            ['Продавец', contract.seller],
            ['Срок', datesText(contract)],
            ['Условия', termsText(contract)],
            ['Кредитный лимит', limit_kop > 0 && <Money kop={limit_kop} />],
            ['Ценовая группа', contract.price_group],
            ['Примечание в счёте', contract.invoice_notice],
            ['Спорные суммы', contract.disputes_block && 'занимают лимит до решения'],
          ]}
        />
      </div>
      <div className="flex flex-wrap items-start gap-2 lg:justify-end">
        <DownloadButton contract={contract} />
        {staff && (
          <>
            <UploadButton contract={contract} />
            <Button size="sm" icon={<IconCopy size={14} />} onClick={() => onOpen({ kind: 'copy', id })}>
              На новый срок
            </Button>
            <Button size="sm" onClick={() => onOpen({ kind: 'edit', id })}>
              Изменить
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

function Marks({ contract: { is_default, is_expired, ends_in_days } }: { contract: ContractItem }) {
  return (
    <>
      {is_default && <Tag tone="success">Основной</Tag>}
      {is_expired && <Tag tone="accent">Срок истёк</Tag>}
      {!is_expired && ends_in_days !== null && (
        <Tag tone="warn">
          {ends_in_days === 0
            ? 'Заканчивается сегодня'
            : `Заканчивается через ${counted(ends_in_days, 'день', 'дня', 'дней')}`}
        </Tag>
      )}
    </>
  )
}
