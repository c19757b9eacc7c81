import { isSoleProprietor } from '@artikul/contract/core/identifiers'
import type { ContractorDetails } from '@artikul/contract/companies/contractors'
import type { BankAccount } from '@artikul/contract/core/identifiers'
import { Suspense, useState } from 'react'
import { momentDay, phone } from '../../../../lib/text/format.ts'
import { Button } from '../../../../ui/button.tsx'
import { CopyButton } from '../../../../ui/text/copy-button.tsx'
import { DefinitionList } from '../../../../ui/text/definition-list.tsx'
import { lazyWindow } from '../../../../ui/windows/lazy-window.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { Tag } from '../../../../ui/text/tag.tsx'
import { TolerancePanel } from '../contracts/tolerance-panel.tsx'

const RequisitesDialog = lazyWindow(() => import('./requisites-dialog.tsx'))

export function RequisitesTab({ company }: { company: ContractorDetails }) {
  const [isEditing, setEditing] = useState(false)
  const { can } = company
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Panel
        title="Реквизиты"
        actions={
          (can.edit_identity || can.edit_contacts) && (
            <Button size="sm" onClick={() => setEditing(true)}>
              Изменить
            </Button>
          )
        }
      >
        <Requisites company={company} />
      </Panel>
      <Panel title="Банковские счета">
        {company.accounts.length === 0 ? (
          <p className="text-sm text-text-2">Счетов пока нет.</p>
        ) : (
          <ul className="flex flex-col gap-4">
            {company.accounts.map((account) => (
              <li key={`${account.bic} ${account.account}`}>
                <Account account={account} />
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <TolerancePanel company={company} />
      {isEditing && (
        <Suspense>
          <RequisitesDialog company={company} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </div>
  )
}

const copied = (text: string | null) =>
  text && (
    <span className="inline-flex items-center gap-1">
      {text} <CopyButton text={text} />
    </span>
  )

function Requisites({ company }: { company: ContractorDetails }) {
  const { inn, address, actual_address, director_title, director, email } = company
  return (
    <DefinitionList
      items={[
        ['Полное наименование', company.full_name],
        ['ИНН', copied(inn)],
        ['КПП', copied(company.kpp)],
        [isSoleProprietor(inn) ? 'ОГРНИП' : 'ОГРН', copied(company.ogrn)],
        ['ОКПО', company.okpo],
        ['Юридический адрес', address],
        ['Фактический адрес', actual_address || (address && 'Совпадает с юридическим')],
        ['Руководитель', [director_title, director].filter(Boolean).join(', ')],
        [
          'Телефон',
          company.phone && (
            <a href={`tel:${company.phone}`} className="underline-offset-2 hover:underline">
              {phone(company.phone)}
            </a>
          ),
        ],
        [
          'Почта',
          email && (
            <a href={`mailto:${email}`} className="break-all underline-offset-2 hover:underline">
              {email}
            </a>
          ),
        ],
        ['На портале с', momentDay(company.created_at)],
      ]}
    />
  )
}

function Account({ account }: { account: BankAccount }) {
  return (
    <>
      <p className="mb-1 flex flex-wrap items-center gap-2 text-sm font-semibold">
        {account.bank_name} {account.is_default && <Tag tone="success">Основной</Tag>}
      </p>
      <DefinitionList
        items={[
          ['Расчётный счёт', copied(account.account)],
          ['БИК', copied(account.bic)],
          ['Корр. счёт', copied(account.correspondent_account)],
        ]}
      />
    </>
  )
}
