import type { MailRule } from '@artikul/contract/mailboxes'
import { useQuery } from '@tanstack/react-query'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { QueryPanel } from '../../ui/query-panel.tsx'
import { mailRulesQuery, moveMailRule, removeMailRule, useMailChange } from './mail.api.ts'
import { MailRuleDialog } from './mail-rule-dialog.tsx'
import { useMayChange } from './use-may-change.ts'

/** «price@forum.ru, тема «прайс», файл *.xlsx → Форум». */
const ruleText = ({ sender, subject, file_mask: mask, warehouse }: MailRule): string => {
  const conditions = [
    sender,
    ...(subject === '' ? [] : [`тема «${subject}»`]),
    ...(mask === '' ? [] : [`файл ${mask}`]),
  ]
  return `${conditions.join(', ')} → ${warehouse}`
}

/** The first rule that fits takes an attached file. */
export function MailRules() {
  const rules = useQuery(mailRulesQuery)
  const mayChange = useMayChange()
  const [open, setOpen] = useState<MailRule | 'new' | null>(null)
  return (
    <>
      <QueryPanel
        title="Правила"
        query={rules}
        expected={3}
        actions={
          mayChange && (
            <Button size="sm" icon={<IconPlus size={14} />} onClick={() => setOpen('new')}>
              Добавить правило
            </Button>
          )
        }
      >
        {(all) =>
          all.length > 0 ? (
            <ol>
              {all.map((rule, at) => (
                <RuleRow key={rule.id} all={all} at={at} rule={rule} onOpen={mayChange ? () => setOpen(rule) : null} />
              ))}
            </ol>
          ) : (
            <EmptyState
              title="Правил нет"
              text="Правило говорит, от кого письмо и на какой склад идёт вложенный файл. Без правил из писем не берётся ничего."
            />
          )
        }
      </QueryPanel>
      {open && <MailRuleDialog rule={open === 'new' ? null : open} letter={null} onClose={() => setOpen(null)} />}
    </>
  )
}

interface RowProps {
  all: readonly MailRule[]
  at: number
  rule: MailRule
  /** Null: he may only look. */
  onOpen: (() => void) | null
}

function RuleRow({ all, at, rule, onOpen }: RowProps) {
  const title = ruleText(rule)
  return (
    <li className="flex min-h-10 items-center gap-3 border-t border-hairline px-4 text-sm first:border-0">
      <span className="w-6 flex-none text-text-2 tabular-nums">{at + 1}</span>
      {onOpen ? (
        <>
          <button
            type="button"
            className="min-w-0 flex-1 py-2 text-left break-words underline decoration-hairline underline-offset-2 hover:decoration-current"
            onClick={onOpen}
          >
            {title}
          </button>
          <Acts all={all} at={at} rule={rule} title={title} />
        </>
      ) : (
        <span className="min-w-0 flex-1 py-2 break-words">{title}</span>
      )}
    </li>
  )
}

function Acts({ all, at, rule, title }: Omit<RowProps, 'onOpen'> & { title: string }) {
  const move = useMailChange(moveMailRule, 'Правило не переставлено')
  const remove = useMailChange(removeMailRule, 'Правило не удалено')
  // The row may move away from under the focus.
  const moveTo = (button: HTMLButtonElement, before: number | null) => {
    if (!move.isPending) move.mutate({ id: rule.id, before }, { onSettled: () => button.focus() })
  }
  const ask = async () => {
    const text = 'Файлы, которые оно брало, подойдут другим правилам или останутся в письмах.'
    if (await confirm({ title: 'Удалить правило?', text, dangerous: true })) remove.mutate(rule.id)
  }
  return (
    <div className="flex flex-none gap-1">
      <IconButton
        size="row"
        label={`Выше: ${title}`}
        icon={<IconArrowUp size={16} />}
        disabled={at === 0}
        onClick={(event) => moveTo(event.currentTarget, all[at - 1]?.id ?? null)}
      />
      <IconButton
        size="row"
        label={`Ниже: ${title}`}
        icon={<IconArrowDown size={16} />}
        disabled={at === all.length - 1}
        onClick={(event) => moveTo(event.currentTarget, all[at + 2]?.id ?? null)}
      />
      <IconButton
        size="row"
        label={`Удалить правило: ${title}`}
        icon={<IconTrash size={16} />}
        onClick={() => void ask()}
      />
    </div>
  )
}
