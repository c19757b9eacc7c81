import { formatQty } from '@artikul/contract/money'
import type { TrialResult } from '@artikul/contract/online-suppliers'
import { IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** The part that the supplier is asked about. */
export interface Asked {
  article: string
  brand: string
}

interface Props {
  errors: Readonly<Record<string, string>>
  result: TrialResult | undefined
  isPending: boolean
  /** What was said of the former question holds no longer. */
  onTyped: () => void
  onTry: (asked: Asked) => void
}

/** Asks the supplier about one part by what stands in the form, and shows the exchange as it went. */
export function Trial({ errors, result, isPending, onTyped, onTry }: Props) {
  const [asked, setAsked] = useState<Asked>({ article: '', brand: '' })
  const type = (typed: Partial<Asked>) => {
    setAsked({ ...asked, ...typed })
    onTyped()
  }
  return (
    <section className="mt-5 flex flex-col gap-3.5 border-t border-hairline pt-3">
      <h3 className="text-base font-semibold">Проверка соединения</h3>
      <Form label="Проверка соединения" onSubmit={() => onTry(asked)}>
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label="Артикул"
            required
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            value={asked.article}
            onValueChange={(article) => type({ article })}
            error={errors['article']}
          />
          <TextField
            label="Бренд"
            hint="Как его называет поставщик."
            required
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            value={asked.brand}
            onValueChange={(brand) => type({ brand })}
            error={errors['brand']}
          />
        </div>
        <Button type="submit" className="self-start" icon={<IconPlugConnected size={16} />} busy={isPending}>
          Проверить
        </Button>
      </Form>
      <div role="status" className="text-sm">
        {isPending && <p className="text-text-2">Спрашиваем поставщика…</p>}
        {result && (
          <Notice tone={result.is_ok ? 'info' : 'warn'}>
            {result.text}. Заняло {formatQty(result.took_ms)}&nbsp;мс
          </Notice>
        )}
      </div>
      {result && <Raw title="Запрос" text={result.request} />}
      {result && <Raw title="Ответ" text={result.response} />}
    </section>
  )
}

/** As it went over the wire, without secrets; long ones are scrolled, by keys too. */
function Raw({ title, text }: { title: string; text: string }) {
  if (text === '') return null
  return (
    <div>
      <h4 className="mb-1 text-xs font-semibold text-text-2">{title}</h4>
      <pre
        tabIndex={0}
        role="region"
        aria-label={title}
        className="max-h-60 overflow-auto rounded-md border border-hairline bg-raised p-3 font-mono text-xs break-all whitespace-pre-wrap"
      >
        {text}
      </pre>
    </div>
  )
}
