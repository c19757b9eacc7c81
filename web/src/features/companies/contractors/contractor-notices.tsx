import { contractorRoutes, type ContractorDetails } from '@artikul/contract/companies/contractors'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from '../../../lib/browser/use-form.ts'
import { session } from '../../../lib/session/current-session.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/fields/form.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { StaleNotice } from '../../../ui/hints/stale-notice.tsx'
import { call } from '../../../lib/api/call.ts'
import { JoinDialog } from './registration/join-dialog.tsx'
import { useSaving } from './company-fields/use-saving.ts'

interface Props {
  company: ContractorDetails
  staff: boolean
}

/** Notices at the top of the company's card. */
export function ContractorNotices({ company, staff }: Props) {
  const { status, stopped_reason } = company
  return (
    <div className="mb-3 flex flex-col gap-2 empty:hidden">
      {status === 'pending' && company.can.manage && company.same_inn.length > 0 && <SameInn company={company} />}
      {status === 'declined' && <Declined company={company} staff={staff} />}
      {stopped_reason !== null && (
        <Notice tone="warn">
          Заказы остановлены: {stopped_reason}
          {!staff && '. Обратитесь к вашему менеджеру.'}
        </Notice>
      )}
    </div>
  )
}

function SameInn({ company }: { company: ContractorDetails }) {
  const [isJoining, setJoining] = useState(false)
  return (
    <Notice tone="warn">
      <p>
        Компания с этим ИНН уже есть:{' '}
        {company.same_inn.map(({ id, name, kpp }, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <Link
              to="/contractors/$id"
              params={{ id: String(id) }}
              className="font-medium underline underline-offset-2"
            >
              {name}
            </Link>
            {kpp && ` (КПП ${kpp})`}
          </span>
        ))}
        .
      </p>
      <Button size="sm" className="mt-2" onClick={() => setJoining(true)}>
        Присоединить к ней
      </Button>
      {isJoining && <JoinDialog company={company} onClose={() => setJoining(false)} />}
    </Notice>
  )
}

function Declined({ company, staff }: Props) {
  const again = useSaving(useForm({ defaultValues: {} }), {
    send: () => call(contractorRoutes.reapply, { params: { id: company.id }, body: { version: company.version } }),
    known: [],
    saved: 'Заявка отправлена снова',
    // Reloads the user, because the notice below the page header shows the application too.
    onSaved: () => void session.loadUser().catch(() => undefined),
  })
  return (
    <Notice tone="warn">
      <p>
        Заявка отклонена
        {company.declined_reason ? `: ${company.declined_reason}` : '.'}
      </p>
      {company.can.reapply && (
        <>
          {!staff && <p className="mt-1 text-text-2">Исправьте реквизиты, если нужно, и отправьте заявку снова.</p>}
          {again.errors.form && (
            <div className="mt-2">
              <FormError text={again.errors.form} />
            </div>
          )}
          {again.stale && (
            <div className="mt-2">
              <StaleNotice onRefresh={() => void again.refresh()} />
            </div>
          )}
          <Button size="sm" look="primary" className="mt-2" busy={again.busy} onClick={again.submit}>
            Отправить снова
          </Button>
        </>
      )}
    </Notice>
  )
}
