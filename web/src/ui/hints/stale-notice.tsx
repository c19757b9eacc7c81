import { Button } from '../button.tsx'
import { Notice } from './notice.tsx'

/** Notice that another user saved first; typed text remains over their stored values. */
export const StaleNotice = ({ onRefresh }: { onRefresh: () => void }) => (
  <Notice tone="warn">
    <p>Обновите данные: то, что вы успели изменить, останется в полях.</p>
    <Button size="sm" className="mt-2" onClick={onRefresh}>
      Обновить
    </Button>
  </Notice>
)
