import { accountRoutes } from '@artikul/contract/identity/accounts'
import { isContractorUser } from '@artikul/contract/core/roles'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { call } from '../lib/api/call.ts'
import { session } from '../lib/session/current-session.ts'
import { impersonationReturnUrl } from '../lib/page/impersonation-return-url.ts'
import { changeContractor } from './change-contractor.ts'
import { toast, toastRefusal } from './hints/toast.ts'

/** Client to impersonate: a user, in a company when it is named, or the administrator of a company. */
type Subject = { userId: number; contractorId?: number } | { contractorId: number }

/** Finds who may be impersonated in a company: its administrator, otherwise another active client. */
async function findClientOf(contractorId: number): Promise<number | undefined> {
  const { results } = await call(accountRoutes.users, { query: { contractor_id: contractorId, page_size: '150' } })
  const clients = results.filter(({ is_active, roles }) => is_active && isContractorUser(roles.map(({ name }) => name)))
  const isAdmin = ({ roles }: (typeof results)[number]) => roles.some(({ name }) => name === 'CONTRACTOR_ADMIN')
  const answered = clients.filter(({ is_invited: isInvited }) => !isInvited)
  return (answered.find(isAdmin) ?? answered[0] ?? clients[0])?.id
}

/** Performs «Войти от имени» from any place, to which the manager returns afterwards. */
export function useImpersonation() {
  const router = useRouter()
  return useMutation({
    mutationFn: async (subject: Subject) => {
      const userId = 'userId' in subject ? subject.userId : await findClientOf(subject.contractorId)
      if (userId === undefined) {
        toast({
          severity: 'warn',
          summary: 'Войти не от чьего имени',
          detail: 'В компании нет действующих сотрудников: пригласите администратора.',
        })
        return
      }
      impersonationReturnUrl.keep(router.state.location.href)
      await session.startImpersonation(userId)
      if (subject.contractorId !== undefined) await changeContractor(subject.contractorId)
      await router.navigate({ to: '/' })
    },
    onError: toastRefusal('Не удалось войти от имени'),
  })
}
