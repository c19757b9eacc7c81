import { IconAlertTriangle, IconHourglassHigh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useHasRole, useSession } from '../../../lib/session/current-session.ts'

/** Notice on every page while the current company is not approved. */
export function CompanyNotice() {
  const { user, contractor } = useSession()
  const admin = useHasRole('ContractorAdmin')
  const company = user?.contractors.find(({ id }) => id === contractor?.id)
  if (!company || company.status === 'active') return null
  const isPending = company.status === 'pending'
  const Icon = isPending ? IconHourglassHigh : IconAlertTriangle
  return (
    <aside
      data-screen-only=""
      aria-label="Заявка компании"
      className="flex items-start gap-2 border-b border-hairline bg-group px-3 py-2 text-sm lg:px-5"
    >
      <Icon size={16} aria-hidden="true" className={isPending ? 'mt-px text-info' : 'mt-px text-warn'} />
      <p className="min-w-0">
        {isPending ? (
          <>Заявка {company.name} на рассмотрении: можно смотреть каталог без цен. Мы напишем на почту.</>
        ) : admin ? (
          <>
            Заявка отклонена. Причина и повторная отправка — в{' '}
            <Link
              to="/contractors/$id"
              params={{ id: String(company.id) }}
              className="font-medium underline underline-offset-2"
            >
              карточке компании
            </Link>
            .
          </>
        ) : (
          <>Заявка {company.name} отклонена. Причину знает администратор компании.</>
        )}
      </p>
    </aside>
  )
}
