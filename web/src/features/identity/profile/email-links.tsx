import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { profileRoutes } from '@artikul/contract/identity/profile'
import { messageOf } from '../../../lib/api/api-error.ts'
import { session } from '../../../lib/session/current-session.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/fields/form.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'

const route = getRouteApi('/profile')

/** Reads the secrets of an email link and removes them from the address, so that no history stores them. */
function useSecrets() {
  const { email_token, invitation } = route.useSearch()
  const navigate = route.useNavigate()
  const [secrets, setSecrets] = useState({ email_token, invitation })
  useEffect(() => {
    if (email_token === undefined && invitation === undefined) return
    setSecrets({ email_token, invitation })
    void navigate({
      search: (all) => ({ ...all, email_token: undefined, invitation: undefined }),
      replace: true,
    })
  }, [email_token, invitation, navigate])
  return { ...secrets, forget: () => setSecrets({ email_token: undefined, invitation: undefined }) }
}

export function EmailLinks() {
  const { email_token, invitation, forget } = useSecrets()
  return (
    <>
      {email_token !== undefined && <EmailLink token={email_token} />}
      {invitation !== undefined && <Invitation token={invitation} onClose={forget} />}
    </>
  )
}

function EmailLink({ token }: { token: string }) {
  const { mutate, error, data } = useApiMutation(profileRoutes.confirmEmail, { onSuccess: () => session.loadUser() })
  const sentToken = useRef('')
  useEffect(() => {
    if (sentToken.current === token) return
    sentToken.current = token
    mutate({ body: { token } })
  }, [mutate, token])
  if (error) return <FormError text={`Почта не подтверждена. ${messageOf(error)}`} />
  return data ? <Notice>Почта подтверждена: {data.email}</Notice> : null
}

function Invitation({ token, onClose }: { token: string; onClose: () => void }) {
  const accept = useApiMutation(profileRoutes.acceptInvitation, {
    onSuccess: async ({ contractor }) => {
      toast({ severity: 'success', summary: 'Приглашение принято', detail: `Теперь вы работаете и в ${contractor}` })
      onClose()
      await session.loadUser()
    },
  })
  return (
    <Notice>
      <p>Вас приглашают работать в компании. После согласия она появится среди ваших: выбрать её можно в шапке.</p>
      {accept.error && (
        <div className="mt-2">
          <FormError text={messageOf(accept.error)} />
        </div>
      )}
      <div className="mt-2 flex gap-2">
        <Button size="sm" look="primary" busy={accept.isPending} onClick={() => accept.mutate({ body: { token } })}>
          Принять
        </Button>
        <Button size="sm" onClick={onClose}>
          Не сейчас
        </Button>
      </div>
    </Notice>
  )
}
