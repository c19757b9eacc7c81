import { contractorRoutes, type ContractorDetails } from '@artikul/contract/companies/contractors'
import { useState } from 'react'
import { useForm } from '../../../lib/browser/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { call } from '../../../lib/api/call.ts'
import { CompanyReasonDialog } from './company-fields/reason-dialog.tsx'
import { useSaving } from './company-fields/use-saving.ts'

/** Adds the company to the stop list: it cannot order until it is removed. */
export function StopButton({ company: { id, version, stopped_reason } }: { company: ContractorDetails }) {
  const [isStopping, setStopping] = useState(false)
  const release = useSaving(useForm({ defaultValues: {} }), {
    send: () => call(contractorRoutes.update, { params: { id }, body: { version, stopped_reason: null } }),
    known: [],
    saved: 'Заказы разрешены',
    onSaved: () => undefined,
    onRefused: (error) =>
      toast({
        severity: 'error',
        summary: 'Заказы не разрешены',
        detail: error instanceof Error ? error.message : '',
      }),
  })
  const askRelease = async () => {
    const text = 'Компания снова сможет оформлять заказы.'
    if (await confirm({ title: 'Разрешить заказы?', text })) release.submit()
  }
  if (stopped_reason !== null) {
    return (
      <Button busy={release.busy} onClick={() => void askRelease()}>
        Разрешить заказы
      </Button>
    )
  }
  return (
    <>
      <Button look="danger" onClick={() => setStopping(true)}>
        Остановить заказы
      </Button>
      {isStopping && (
        <CompanyReasonDialog
          title="Остановить заказы"
          description="Сотрудники компании увидят причину и не смогут оформить заказ."
          submit="Остановить"
          saved="Заказы остановлены"
          path="stopped_reason"
          send={(reason) =>
            call(contractorRoutes.update, { params: { id }, body: { version, stopped_reason: reason } })
          }
          onClose={() => setStopping(false)}
        />
      )}
    </>
  )
}
