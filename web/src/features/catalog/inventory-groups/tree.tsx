import type { InventoryGroup } from '@artikul/contract/catalog/inventory-groups'
import { formatQty } from '@artikul/contract/core/money'
import { IconChevronDown, IconChevronRight, IconEyeOff } from '@tabler/icons-react'
import { useState, type DragEvent } from 'react'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { rowsOf, type TreeRow } from './group-tree.ts'

interface Props {
  groups: readonly InventoryGroup[]
  selected: number | undefined
  onSelect: (id: number) => void
  /** `null` for read-only access. */
  onMove: ((move: { id: number; parent_id: number | null; before: number | null }) => void) | null
}

/** Drop target of a dragged group: inside a group, or before it. */
interface Target {
  id: number
  isInto: boolean
}

const EDGE = 0.3

export function Tree({ groups, selected, onSelect, onMove }: Props) {
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const [dragged, setDragged] = useState<number | null>(null)
  const [target, setTarget] = useState<Target | null>(null)
  const fold = (id: number) =>
    setFolded((all) => (all.has(id) ? new Set([...all].filter((one) => one !== id)) : new Set(all).add(id)))
  const over = (event: DragEvent, { group }: TreeRow) => {
    if (dragged === null || dragged === group.id) return
    event.preventDefault()
    const { top, height } = event.currentTarget.getBoundingClientRect()
    setTarget({ id: group.id, isInto: event.clientY - top > height * EDGE })
  }
  const drop = ({ group }: TreeRow) => {
    if (dragged !== null && target && onMove)
      onMove(
        target.isInto
          ? { id: dragged, parent_id: group.id, before: null }
          : { id: dragged, parent_id: group.parent_id, before: group.id },
      )
    end()
  }
  const end = () => {
    setDragged(null)
    setTarget(null)
  }
  return (
    <ul aria-label="Дерево групп" className="py-1">
      {rowsOf(groups, folded).map((row) => (
        <li
          key={row.group.id}
          aria-level={row.depth + 1}
          draggable={onMove !== null}
          onDragStart={() => setDragged(row.group.id)}
          onDragEnd={end}
          onDragOver={(event) => over(event, row)}
          onDrop={() => drop(row)}
          style={{ paddingLeft: `${row.depth * 1.25 + 0.5}rem` }}
          className={cx(
            'flex min-h-9 items-center gap-1 border-t-2 border-transparent pr-3 text-sm',
            row.group.id === selected && 'bg-raised',
            target?.id === row.group.id && (target.isInto ? 'bg-info/12' : 'border-info!'),
          )}
        >
          {row.hasChildren ? (
            <IconButton
              size="sm"
              label={`${folded.has(row.group.id) ? 'Развернуть' : 'Свернуть'} «${row.group.name}»`}
              aria-expanded={!folded.has(row.group.id)}
              icon={folded.has(row.group.id) ? <IconChevronRight size={16} /> : <IconChevronDown size={16} />}
              onClick={() => fold(row.group.id)}
            />
          ) : (
            <span className="w-7 flex-none" />
          )}
          <button
            type="button"
            aria-current={row.group.id === selected ? 'true' : undefined}
            className={cx(
              'flex min-w-0 flex-1 items-center gap-2 py-1.5 text-left hover:underline',
              row.group.id === selected && 'font-semibold',
            )}
            onClick={() => onSelect(row.group.id)}
          >
            <span className="min-w-0 break-words">{row.group.name}</span>
            {row.group.is_hidden && <IconEyeOff size={14} aria-label="скрыта от покупателей" className="flex-none" />}
          </button>
          <span className="text-text-2 tabular-nums">{formatQty(row.group.products_count)}</span>
        </li>
      ))}
    </ul>
  )
}
