import { mailboxRoutes, type MailRule } from '@artikul/contract/suppliers/mailboxes'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { RuleRow } from '../../../ui/fields/rule-row.tsx'
import { useMayChange } from '../../../lib/session/use-may-change.ts'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { MailRuleDialog } from './mail-rule-dialog.tsx'
import { mailChange } from './mail.api.ts'

/** «price@forum.ru, тема «прайс», файл *.xlsx → Форум». */
const ruleText = ({ sender, subject, file_mask: mask, warehouse }: MailRule): string => {
  const conditions = [
    sender,
    ...(subject === '' ? [] : [`тема «${subject}»`]),
    ...(mask === '' ? [] : [`файл ${mask}`]),
  ]
  return `${conditions.join(', ')} → ${warehouse}`
}

/** Ordered rules of the mailboxes: the first match imports the attached file. */
export function MailRules() {
  const rules = useQuery(query(mailboxRoutes.rules, {}))
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
        {({ results: all }) =>
          all.length > 0 ? (
            <ol>
              {all.map((rule, at) => (
                <Rule key={rule.id} all={all} at={at} rule={rule} onOpen={mayChange ? () => setOpen(rule) : null} />
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
  /** `null` for read-only access. */
  onOpen: (() => void) | null
}

function Rule({ all, at, rule, onOpen }: RowProps) {
  const move = useApiMutation(mailboxRoutes.moveRule, mailChange('Правило не переставлено'))
  const remove = useApiMutation(mailboxRoutes.removeRule, mailChange('Правило не удалено'))
  const moveTo = (button: HTMLButtonElement, before: number | null) => {
    if (move.isPending) return
    move.mutate({ params: { id: rule.id }, body: { before } }, { onSettled: () => button.focus() })
  }
  const ask = async () => {
    const text = 'Файлы, которые оно брало, подойдут другим правилам или останутся в письмах.'
    if (!(await confirm({ title: 'Удалить правило?', text, dangerous: true }))) return
    remove.mutate({ params: { id: rule.id } })
  }
  const [above, below] = [all[at - 1], all[at + 1]]
  return (
    <RuleRow
      place={at + 1}
      title={ruleText(rule)}
      acts={
        onOpen && {
          onOpen,
          onUp: above ? (button) => moveTo(button, above.id) : null,
          onDown: below ? (button) => moveTo(button, all[at + 2]?.id ?? null) : null,
          onRemove: () => void ask(),
        }
      }
    />
  )
}
