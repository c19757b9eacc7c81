import { contractorRoutes, type ContractorDetails } from '@artikul/contract/companies/contractors'
import { Suspense, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { lazyWindow } from '../../../../ui/windows/lazy-window.tsx'
import { CompanyReasonDialog } from '../company-fields/reason-dialog.tsx'
import { call } from '../../../../lib/api/call.ts'

const ApproveDialog = lazyWindow(() => import('./approve-dialog.tsx'))

/** Staff's decision on an application. */
export function ContractorDecision({ company }: { company: ContractorDetails }) {
  const [open, setOpen] = useState<'approve' | 'decline' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button look="danger" onClick={() => setOpen('decline')}>
        Отклонить
      </Button>
      <Button look="primary" onClick={() => setOpen('approve')}>
        Принять
      </Button>
      {open === 'approve' && (
        <Suspense>
          <ApproveDialog company={company} onClose={close} />
        </Suspense>
      )}
      {open === 'decline' && (
        <CompanyReasonDialog
          title="Отклонить заявку"
          description="Причину увидит заявитель: он сможет исправить данные и отправить заявку снова."
          submit="Отклонить"
          saved="Заявка отклонена"
          path="reason"
          send={(reason) =>
            call(contractorRoutes.decline, { params: { id: company.id }, body: { version: company.version, reason } })
          }
          onClose={close}
        />
      )}
    </>
  )
}
