import { priceConditionRoutes, type PriceChange } from '@artikul/contract/pricing/price-conditions'
import { counted } from '@artikul/contract/core/plural'
import { useQuery } from '@tanstack/react-query'
import { IconArrowBackUp, IconHistory } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useHasRight } from '../../../lib/session/current-session.ts'
import { moment, shortName } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { toastRefusal, toastDone } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import { changesQuery, PRICE_KEYS, type ConditionsSearch } from './price-conditions.api.ts'

const KINDS: Record<PriceChange['kind'], string> = {
  created: 'Добавлено',
  changed: 'Изменено',
  ended: 'Прекращено',
  imported: 'Загружено из файла',
  undone: 'Отмена',
}

const countText = ({ count }: PriceChange) => counted(count, 'условие', 'условия', 'условий')

const columns = (onUndo: ((change: PriceChange) => void) | null): readonly Column<PriceChange>[] => [
  {
    id: 'what',
    header: 'Что',
    lead: true,
    width: 'w-[52%]',
    cell: (change) => (
      <div className="py-1.5">
        <p className="font-medium">
          {KINDS[change.kind]}: {countText(change)}
        </p>
        {change.text !== '' && <p className="break-words text-text-2">{change.text}</p>}
      </div>
    ),
  },
  { id: 'author', header: 'Кто', cell: ({ author }) => shortName(author) },
  { id: 'at', header: 'Когда', cell: ({ at }) => <span className="whitespace-nowrap">{moment(at)}</span> },
  {
    id: 'undo',
    header: 'Действия',
    width: 'w-36',
    cell: (change) => {
      if (change.is_undone) return <span className="text-text-2">Отменено</span>
      if (!onUndo) return null
      return (
        <Button size="sm" look="ghost" icon={<IconArrowBackUp size={14} />} onClick={() => onUndo(change)}>
          Отменить
        </Button>
      )
    },
  },
]

interface Props {
  search: ConditionsSearch
  onChange: (next: ConditionsSearch) => void
}

/** Recorded changes of conditions with undo. */
export function PriceChanges({ search, onChange }: Props) {
  const mayWrite = useHasRight('prices')
  const list = useQuery(changesQuery(search))
  const { mutate } = useApiMutation(priceConditionRoutes.undo, { invalidates: PRICE_KEYS })
  const shown = useMemo(() => {
    const undo = async (change: PriceChange) => {
      const text = `Вернётся то, что было раньше: ${countText(change)}.`
      if (!(await confirm({ title: 'Отменить изменение?', text }))) return
      mutate(
        { params: { id: change.id } },
        {
          onSuccess: toastDone('Изменение отменено'),
          onError: toastRefusal('Изменение не отменено', 8000),
        },
      )
    }
    return columns(mayWrite ? (change) => void undo(change) : null)
  }, [mayWrite, mutate])
  return (
    <PagedPanel
      label="Изменения ценовых условий"
      columns={shown}
      query={list}
      rowId={({ id }) => String(id)}
      empty={
        <EmptyState
          icon={<IconHistory size={32} stroke={1.5} />}
          title="Изменений пока нет"
          text="Здесь видно, кто и какие условия менял; любое изменение можно отменить."
        />
      }
      search={search}
      onChange={onChange}
    />
  )
}
