import { formatQty } from '@artikul/contract/core/money'
import type { TrialResult } from '@artikul/contract/suppliers/online-suppliers'
import { IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { TriedOffers } from './tried-offers.tsx'

/** Access fields of the form that affect the query. */
const ACCESS = ['adapter', 'url', 'login', 'secret']

/** Part of the trial query. */
export interface QueriedPart {
  article: string
  brand: string
}

interface Props {
  errors: Readonly<Record<string, string>>
  check: { data: TrialResult | undefined; error: unknown; isPending: boolean }
  /** Typing clears the result of the previous query. */
  onTyped: () => void
  onTry: (part: QueriedPart) => void
}

/** Queries the supplier for one part with the form's settings and shows what was understood. */
export function Trial({ errors, check, onTyped, onTry }: Props) {
  const [part, setPart] = useState<QueriedPart>({ article: '', brand: '' })
  const type = (typed: Partial<QueriedPart>) => {
    setPart({ ...part, ...typed })
    onTyped()
  }
  return (
    <section className="mt-5 flex flex-col gap-3.5 border-t border-hairline pt-3">
      <h3 className="text-base font-semibold">Проба</h3>
      <Form label="Проверка соединения" onSubmit={() => onTry(part)}>
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label="Артикул"
            required
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            value={part.article}
            onValueChange={(article) => type({ article })}
            error={errors['article']}
          />
          <TextField
            label="Бренд"
            hint="Как его пишет поставщик."
            required
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            value={part.brand}
            onValueChange={(brand) => type({ brand })}
            error={errors['brand']}
          />
        </div>
        <Button type="submit" className="self-start" icon={<IconPlugConnected size={16} />} busy={check.isPending}>
          Проверить
        </Button>
      </Form>
      <Outcome check={check} isRefused={ACCESS.some((field) => errors[field] !== undefined)} />
      {check.data && (
        <>
          <TriedOffers offers={check.data.offers} />
          <details className="text-sm">
            <summary className="cursor-pointer font-semibold">Что отправлено и получено</summary>
            <Raw title="Запрос" text={check.data.request} />
            <Raw title="Ответ" text={check.data.response} />
          </details>
        </>
      )}
    </section>
  )
}

interface OutcomeProps extends Pick<Props, 'check'> {
  /** True when an access field has an error. */
  isRefused: boolean
}

function Outcome({ check: { data, error, isPending }, isRefused }: OutcomeProps) {
  return (
    <div role="status" className="text-sm">
      {isPending && <p className="text-text-2">Спрашиваем поставщика…</p>}
      {data && (
        <Notice tone={data.is_ok ? 'info' : 'warn'}>
          {data.text}. Заняло {formatQty(Math.round(data.took_ms / 10) / 100)}&nbsp;с
        </Notice>
      )}
      {isRefused ? (
        <Notice tone="warn">Исправьте адрес, логин или пароль в полях выше.</Notice>
      ) : (
        error !== null && <Notice tone="warn">{messageOf(error)}</Notice>
      )}
    </div>
  )
}

/** Raw message without secrets; a long one scrolls, with the keyboard too. */
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
