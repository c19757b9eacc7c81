import { Button } from './button.tsx'
import { useImpersonation } from './use-impersonation.ts'

interface Props {
  subject: Parameters<ReturnType<typeof useImpersonation>['mutate']>[0]
  /** Name of the user in a list of several. */
  name?: string
  size?: 'sm' | 'md'
}

/** «Войти от имени» of a user or of a company. */
export function ImpersonateButton({ subject, name, size = 'md' }: Props) {
  const act = useImpersonation()
  return (
    <Button
      size={size}
      aria-label={name === undefined ? undefined : `Войти от имени: ${name}`}
      busy={act.isPending}
      onClick={() => act.mutate(subject)}
    >
      Войти от имени
    </Button>
  )
}
