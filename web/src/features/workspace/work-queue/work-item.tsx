import { counted } from '@artikul/contract/core/plural'
import type { WorkItem } from '@artikul/contract/workspace/work-queue'
import { ASSIGNABLE_KINDS, WORK_KINDS, type WorkKind } from '@artikul/contract/workspace/work-kinds'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useHasRole, useSession } from '../../../lib/session/current-session.ts'
import { dueText, lateText } from '../../../lib/text/due-text.ts'
import { shortName } from '../../../lib/text/format.ts'
import { cx } from '../../../ui/cx.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'
import { useRelease, useDismissTask, useAssign } from './work-queue.api.ts'

const lines = (count: number) => counted(count, 'строка', 'строки', 'строк')
const andMore = ({ what, count }: WorkItem) => (count > 1 ? `${what} и ещё ${lines(count - 1)}` : what)

interface KindWords {
  tone: Tone
  /** Title of the task. */
  title: (item: WorkItem) => string
  about: (item: WorkItem) => string
  /** Link to the place of the work, with its text. */
  act: string
}

const order = ({ label }: WorkItem) => `Заказ № ${label}`

const KINDS: Record<WorkKind, KindWords> = {
  unanswered: { tone: 'accent', title: order, about: andMore, act: 'Разобрать' },
  cancel: { tone: 'warn', title: order, about: andMore, act: 'Решить' },
  request: { tone: 'info', title: ({ label }) => `Запрос ${label}`, about: andMore, act: 'Ответить' },
  message: { tone: 'info', title: order, about: ({ what }) => `«${what}»`, act: 'Ответить' },
  confirm: { tone: 'warn', title: order, about: andMore, act: 'Подтвердить' },
  unblock: { tone: 'warn', title: order, about: ({ what }) => what, act: 'Решить' },
  late: { tone: 'accent', title: order, about: andMore, act: 'Открыть' },
  supplier: {
    tone: 'warn',
    title: ({ label }) => `Заказ поставщику ${label}`,
    about: ({ what, count }) => `${what}, ${lines(count)}`,
    act: 'Разобрать',
  },
  ready: {
    tone: 'success',
    title: ({ label }) => `Рейс: ${label}`,
    about: ({ what, count }) => `${lines(Number(what))} для ${counted(count, 'точки', 'точек', 'точек')}`,
    act: 'Отгрузить',
  },
  claim: { tone: 'info', title: ({ label }) => `Обращение ${label}`, about: andMore, act: 'Рассмотреть' },
  exchange: { tone: 'accent', title: ({ label }) => `1С «${label}»`, about: ({ what }) => what, act: 'Исправить' },
}

/** Link to the place of the work. */
function WorkLink({ item, className, children }: { item: WorkItem; className?: string; children: ReactNode }) {
  const id = String(item.id)
  const look = className ? { className } : {}
  if (item.kind === 'request')
    return (
      <Link to="/requests/$id" params={{ id }} {...look}>
        {children}
      </Link>
    )
  if (item.kind === 'claim')
    return (
      <Link to="/claims/$id" params={{ id }} {...look}>
        {children}
      </Link>
    )
  if (item.kind === 'unblock')
    return (
      <Link to="/settlements" search={{ tab: 'blocks' }} {...look}>
        {children}
      </Link>
    )
  if (item.kind === 'supplier')
    return (
      <Link to="/settings" search={{ tab: 'supplier-orders' }} {...look}>
        {children}
      </Link>
    )
  if (item.kind === 'exchange')
    return (
      <Link to="/settings" search={{ tab: 'one-c', node_id: item.id }} {...look}>
        {children}
      </Link>
    )
  if (item.kind === 'ready')
    return (
      <Link to="/shipments/ready" {...look}>
        {children}
      </Link>
    )
  return (
    <Link to="/orders/$id" params={{ id }} {...look}>
      {children}
    </Link>
  )
}

function Due({ item: { kind, due_at: due } }: { item: WorkItem }) {
  const { text, isLate } = dueText(due)
  return (
    <span className={isLate ? 'font-medium text-accent' : 'whitespace-nowrap'}>
      {kind === 'late' ? lateText(due) : text}
    </span>
  )
}

/** Assignee with the button that assigns the task to oneself. */
function Assignee({ item }: { item: WorkItem }) {
  const { user } = useSession()
  const isManager = useHasRole('ArtikulOrderManager')
  const take = useAssign()
  const release = useRelease()
  const { kind, taken: assignee } = item
  const isMine = assignee !== null && assignee.id === user?.id
  const isHere = (ASSIGNABLE_KINDS as readonly WorkKind[]).includes(kind)
  const mayTake = isManager && (isHere || kind === 'request')
  const title = KINDS[kind].title(item)
  const askTake = async () => {
    const name = assignee?.full_name ?? ''
    const isSure =
      assignee === null || (await confirm({ title: 'Взять себе?', text: `${title}: сейчас этим занят ${name}.` }))
    if (isSure) take.mutate(item)
  }
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {assignee && <span className="text-text-2">{isMine ? 'У вас' : shortName(assignee.full_name)}</span>}
      {isMine && isHere && (
        <Button size="sm" look="ghost" busy={release.isPending} onClick={() => release.mutate(item)}>
          Снять с себя<span className="sr-only"> {title}</span>
        </Button>
      )}
      {!isMine && mayTake && (
        <Button size="sm" look={assignee ? 'ghost' : 'default'} busy={take.isPending} onClick={() => void askTake()}>
          {assignee ? 'Взять себе' : 'Взять в работу'}
          <span className="sr-only"> {title}</span>
        </Button>
      )}
    </span>
  )
}

function Act({ item }: { item: WorkItem }) {
  const settle = useDismissTask()
  const { act, title } = KINDS[item.kind]
  return (
    <span className="flex flex-wrap items-center gap-2">
      <WorkLink item={item} className={buttonClass({ size: 'sm' })}>
        {act}
        <span className="sr-only"> {title(item)}</span>
      </WorkLink>
      {item.kind === 'message' && (
        <Button size="sm" look="ghost" busy={settle.isPending} onClick={() => settle.mutate(item)}>
          Ответ не нужен<span className="sr-only"> {title(item)}</span>
        </Button>
      )}
    </span>
  )
}

export const WORK_COLUMNS: readonly Column<WorkItem>[] = [
  {
    id: 'what',
    header: 'Что сделать',
    lead: true,
    opens: true,
    width: 'w-[42%]',
    cell: (item) => (
      <div className="py-1">
        <span className="flex flex-wrap items-center gap-x-2">
          <WorkLink item={item} className="font-semibold quiet-link">
            {KINDS[item.kind].title(item)}
          </WorkLink>
          <Tag tone={KINDS[item.kind].tone}>{WORK_KINDS[item.kind]}</Tag>
        </span>
        {/* The end of a failure's text says what to do. */}
        <p className={cx('break-words text-text-2', item.kind !== 'exchange' && 'line-clamp-2')}>
          {KINDS[item.kind].about(item)}
        </p>
      </div>
    ),
  },
  { id: 'due', header: 'Срок', cell: (item) => <Due item={item} /> },
  {
    id: 'contractor',
    header: 'Покупатель',
    cell: ({ kind, contractor }) => contractor?.name ?? (kind === 'exchange' ? '' : 'Несколько'),
  },
  { id: 'taken', header: 'Исполнитель', cell: (item) => <Assignee item={item} /> },
  { id: 'act', header: 'Действие', cell: (item) => <Act item={item} /> },
]
