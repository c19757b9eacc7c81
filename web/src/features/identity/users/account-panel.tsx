import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../../ui/windows/dialog.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { AccountForm } from './account-form.tsx'
import { accountQuery } from './accounts.api.ts'

interface Props {
  staff: boolean
  /** Id of the account to edit, or `new`. */
  account: number | 'new'
  onClose: () => void
}

/** Account form beside the list. */
export default function AccountPanel({ account, ...props }: Props) {
  if (account === 'new') return <AccountForm {...props} details={null} />
  return <KnownAccount {...props} id={account} />
}

function KnownAccount({ id, ...props }: Omit<Props, 'account'> & { id: number }) {
  const { data, error, refetch } = useQuery(accountQuery(props.staff, id))
  if (data) return <AccountForm {...props} details={data} />
  return (
    <Dialog side title={props.staff ? 'Пользователь' : 'Сотрудник'} open onClose={props.onClose}>
      <QueryFallback error={error} onRetry={refetch} />
    </Dialog>
  )
}
