import { IconUserShield } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { session, useSession } from '../../../lib/session/current-session.ts'
import { impersonationReturnUrl } from '../../../lib/page/impersonation-return-url.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/hints/toast.ts'

/** Bar on every page during impersonation. */
export function ImpersonationBar() {
  const { impersonating, hasLostImpersonation, user, contractor } = useSession()
  const navigate = useNavigate()
  const [isEnding, setEnding] = useState(false)
  useEffect(() => {
    if (!hasLostImpersonation) return
    session.forgetLostImpersonation()
    toast({
      severity: 'warn',
      summary: 'Работа от имени клиента закончилась',
      detail: 'Вы снова работаете от своего имени',
      life: 8000,
    })
  }, [hasLostImpersonation])
  if (!impersonating || !user) return null

  const goBack = async () => {
    setEnding(true)
    try {
      await session.endImpersonation()
      await navigate({ href: impersonationReturnUrl.take() })
    } catch (error) {
      toast({ severity: 'error', summary: 'Не удалось вернуться', detail: messageOf(error) })
    } finally {
      setEnding(false)
    }
  }
  return (
    <aside
      data-screen-only=""
      aria-label="Работа от имени клиента"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b-2 border-warn bg-warn/15 px-3 py-1.5 text-sm text-text lg:px-5"
    >
      <IconUserShield size={18} aria-hidden="true" className="flex-none" />
      <p className="min-w-0 flex-1">
        Вы работаете от имени <strong className="font-semibold">{user.full_name}</strong>
        {contractor && <span className="text-text-2 max-lg:hidden"> · {contractor.name}</span>}
      </p>
      <Button size="sm" busy={isEnding} onClick={() => void goBack()}>
        Вернуться в свой аккаунт
      </Button>
    </aside>
  )
}
