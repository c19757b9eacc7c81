import { NewAnswer } from '@artikul/contract/ordering/new-quote-request'
import {
  requestRoutes,
  type Request,
  type RequestAnswer,
  type QuoteRequestRow,
} from '@artikul/contract/ordering/quote-requests'
import { IconArrowBackUp, IconBan, IconPlus, IconX } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { pathErrors } from '../../../lib/api/form-errors.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/fields/form.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { isEmptyDraft, toAnswer, useAnswerDraft, type AnswerDrafting } from './answer-draft.ts'
import { AnswerLine } from './answer-line.tsx'
import { DraftLineFields } from './draft-line.tsx'
import { RowBlock } from './request-row.tsx'

const OfferDialog = lazyWindow(() => import('./offer-dialog.tsx'))

/** Sends the answer. */
function useSending(request: Request, drafting: AnswerDrafting) {
  const send = useApiMutation(requestRoutes.answer, {
    invalidates: ['quote-requests'],
    onSuccess: () => {
      drafting.clear()
      toast({ severity: 'success', summary: 'Ответ отправлен', detail: 'Клиент получит письмо' })
    },
    onError: (error) => drafting.show(pathErrors(error)),
  })
  return {
    busy: send.isPending,
    submit: () => {
      const body = drafting.checked(NewAnswer, toAnswer(drafting.draft))
      if (body) send.mutate({ params: { id: request.id }, body })
    },
  }
}

interface OfferedProps {
  request: Request
  /** `null` for offers that answer no row. */
  rowId: number | null
  drafting: AnswerDrafting
}

/** Rows with the offers sent earlier and those of the draft. */
export function StaffAnswer({ request }: { request: Request }) {
  const drafting = useAnswerDraft()
  const sending = useSending(request, drafting)
  const [asking, setAsking] = useState<QuoteRequestRow | 'whole' | null>(null)
  const { draft } = drafting
  return (
    <Panel flush title="Ответ">
      <ol>
        {request.rows.map((row, index) => (
          <RowBlock
            key={row.id}
            row={row}
            position={index + 1}
            actions={<RowActions row={row} drafting={drafting} onSearch={() => setAsking(row)} />}
          >
            <Offered rowId={row.id} {...{ request, drafting }} />
            {draft.refusals[row.id] !== undefined && <Refusal row={row} drafting={drafting} />}
          </RowBlock>
        ))}
      </ol>
      <Offered rowId={null} {...{ request, drafting }} />
      <div className="flex flex-col gap-3 border-t border-hairline p-4">
        <div>
          <Button icon={<IconPlus size={16} />} onClick={() => setAsking('whole')}>
            Добавить предложение
          </Button>
        </div>
        {drafting.errors.form && <FormError text={drafting.errors.form} />}
        <TextArea label="Сообщение к ответу" maxLength={2000} rows={2} {...drafting.field('text')} />
        <div className="flex justify-end">
          <Button
            look="primary"
            busy={sending.busy}
            disabled={isEmptyDraft(draft) || sending.busy}
            onClick={sending.submit}
          >
            Отправить ответ
          </Button>
        </div>
      </div>
      {asking && (
        <Suspense>
          <OfferDialog
            requestId={request.id}
            company={request.contractor}
            initialQuery={asking === 'whole' ? '' : asking.article || asking.name}
            onClose={() => setAsking(null)}
            onChoose={(product, offer) => {
              const row = asking === 'whole' ? null : asking
              drafting.choose(row?.id ?? null, product, offer, row?.qty ?? 1)
              setAsking(null)
            }}
          />
        </Suspense>
      )}
    </Panel>
  )
}

interface ActionsProps {
  row: QuoteRequestRow
  drafting: AnswerDrafting
  onSearch: () => void
}

function RowActions({ row, drafting, onSearch }: ActionsProps) {
  const name = [row.brand, row.article || row.name].filter(Boolean).join(' ')
  const isRefused = drafting.draft.refusals[row.id] !== undefined
  return (
    <div className="flex items-center gap-2">
      <Button size="sm" icon={<IconPlus size={14} />} onClick={onSearch}>
        Подобрать<span className="sr-only"> {name}</span>
      </Button>
      {!isRefused && (
        <Button size="sm" look="ghost" icon={<IconBan size={14} />} onClick={() => drafting.refuseRow(row.id, '')}>
          Не можем поставить<span className="sr-only"> {name}</span>
        </Button>
      )}
    </div>
  )
}

function Refusal({ row, drafting }: { row: QuoteRequestRow; drafting: AnswerDrafting }) {
  const ids = Object.keys(drafting.draft.refusals)
  return (
    <div className="flex items-start gap-2 px-4 py-3">
      <TextField
        label="Почему не можем поставить"
        className="flex-1"
        required
        maxLength={500}
        value={drafting.draft.refusals[row.id] ?? ''}
        onValueChange={(reason) => drafting.refuseRow(row.id, reason)}
        error={drafting.errors.fields[`refusals.${ids.indexOf(String(row.id))}.reason`]}
      />
      <IconButton
        className="mt-6"
        label="Не отказывать"
        icon={<IconX size={16} />}
        onClick={() => drafting.offerRow(row.id)}
      />
    </div>
  )
}

/** Lines of earlier answers and of the draft. */
function Offered({ request, rowId, drafting }: OfferedProps) {
  const before = request.answers.filter(({ row_id }) => row_id === rowId)
  const fresh = drafting.draft.lines.map((line, index) => ({ line, index })).filter(({ line }) => line.rowId === rowId)
  if (before.length + fresh.length === 0) return null
  return (
    <ul className="divide-y divide-hairline">
      {before.map((answer) => (
        <AnswerLine
          key={answer.id}
          answer={{ ...answer, is_withdrawn: answer.is_withdrawn || drafting.draft.withdrawn.includes(answer.id) }}
          act={!answer.is_withdrawn && <Withdraw answer={answer} drafting={drafting} />}
        />
      ))}
      {fresh.map(({ line, index }) => (
        <DraftLineFields
          key={index}
          line={line}
          errorOf={(field) => drafting.errors.fields[`lines.${index}.${field}`]}
          onChange={(next) => drafting.changeLine(index, next)}
          onRemove={() => drafting.remove(index)}
        />
      ))}
    </ul>
  )
}

function Withdraw({ answer: { id, product }, drafting }: { answer: RequestAnswer; drafting: AnswerDrafting }) {
  const isTaken = drafting.draft.withdrawn.includes(id)
  const title = `${product.brand} ${product.article}`
  return (
    <IconButton
      size="sm"
      label={isTaken ? `Не отзывать ${title}` : `Отозвать ${title}`}
      icon={isTaken ? <IconArrowBackUp size={14} /> : <IconX size={14} />}
      onClick={() => drafting.toggleWithdrawn(id)}
    />
  )
}
