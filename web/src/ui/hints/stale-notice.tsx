import { Button } from '../button.tsx'
import { Notice } from './notice.tsx'

/** Somebody else saved first: what was typed stays over what he has stored. */
export const StaleNotice = ({ onRefresh }: { onRefresh: () => void }) => (
  <Notice tone="warn">
    <p>Обновите данные: то, что вы успели изменить, останется в полях.</p>
    <Button size="sm" className="mt-2" onClick={onRefresh}>
      Обновить
    </Button>
  </Notice>
)
