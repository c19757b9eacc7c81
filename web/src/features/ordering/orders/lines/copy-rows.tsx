import { IconCopy, IconMessage } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { toTsv } from '../../../../lib/text/tsv.ts'
import { Button } from '../../../../ui/button.tsx'
import { toast } from '../../../../ui/hints/toast.ts'
import { copyText } from '../../../../ui/text/copy-text.ts'

interface Props {
  head: readonly string[]
  rows: readonly (readonly string[])[]
  /** «3 заказа». */
  count: string
  onClear: () => void
  /** One sentence per row for a client; undefined hides the button. */
  answers?: readonly string[]
  /** Additional actions. */
  children?: ReactNode
}

/** Actions for the selected rows. */
export function CopyRows({ head, rows, count, onClear, answers, children }: Props) {
  const copy = async (text: string, summary: string) => {
    if (await copyText(text)) toast({ severity: 'success', summary, detail: count })
  }
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-hairline px-3 py-2 text-sm" data-screen-only="">
      <span className="text-text-2">Выбрано: {count}</span>
      {children}
      <Button
        size="sm"
        icon={<IconCopy size={14} />}
        onClick={() => void copy(toTsv([head, ...rows]), 'Скопировано для Excel')}
      >
        Копировать для Excel
      </Button>
      {answers && (
        <Button
          size="sm"
          icon={<IconMessage size={14} />}
          onClick={() => void copy(answers.join('\n'), 'Ответы скопированы')}
        >
          Копировать ответы
        </Button>
      )}
      <Button size="sm" look="ghost" onClick={onClear}>
        Снять выбор
      </Button>
    </div>
  )
}
