import { IconArrowLeft } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { UnmatchedEmails } from './unmatched-emails.tsx'
import { MailRules } from './mail-rules.tsx'
import { Mailboxes } from './mailboxes.tsx'
import type { PriceListsProps } from './price-lists.api.ts'

/** Mailboxes for suppliers' price lists, the rules for their files, and emails that match no rule. */
export default function MailDesk({ search, onChange }: PriceListsProps) {
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p className="max-w-2xl text-sm text-text-2">
          Портал каждые несколько минут читает новые письма и загружает из них прайс-листы по правилам. Письма на
          сервере остаются как были: портал их не удаляет и не отмечает прочитанными.
        </p>
        <Button icon={<IconArrowLeft size={16} />} onClick={() => onChange({ desk: undefined })}>
          К загрузкам
        </Button>
      </div>
      <div className="flex flex-col gap-4">
        <Mailboxes onOpenImport={(id) => onChange({ desk: undefined, import_id: id })} />
        <MailRules />
        <UnmatchedEmails search={search} onChange={onChange} />
      </div>
    </>
  )
}
