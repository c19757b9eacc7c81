import { IconAlertTriangle } from '@tabler/icons-react'
import { ApiError, messageOf } from '../../lib/api/api-error.ts'
import { Button } from '../button.tsx'
import { EmptyState } from './empty-state.tsx'
import { LABELS } from '../fields/labels.ts'

interface Props {
  error: unknown
  onRetry?: () => void
}

/** A list or page that failed to load; an error that repeating cannot resolve has no button. */
export function ErrorState({ error, onRetry }: Props) {
  const refused = error instanceof ApiError && (error.status === 403 || error.status === 404)
  return (
    <div role="alert">
      <EmptyState
        icon={<IconAlertTriangle size={32} stroke={1.5} className="text-accent" />}
        title={refused ? messageOf(error) : 'Не удалось загрузить'}
        text={
          <>
            {!refused && <p>{messageOf(error)}</p>}
            {error instanceof ApiError && error.requestId && !refused && (
              <p className="mt-1 text-xs text-text-3">Номер запроса: {error.requestId}</p>
            )}
          </>
        }
        action={onRetry && !refused && <Button onClick={onRetry}>{LABELS.retry}</Button>}
      />
    </div>
  )
}
