import { MAX_INVOICE_LINES } from '@artikul/contract/billing/invoice-basis'
import {
  MAX_ARTICLES_PER_SEARCH,
  newInvoiceRoutes,
  type FoundGoods,
  type InvoicePreview,
} from '@artikul/contract/billing/new-invoice'
import { counted } from '@artikul/contract/core/plural'
import { IconClipboardText, IconPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { roubles } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/fields/form.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { call } from '../../../lib/api/call.ts'
import { GoodsLine } from './goods-line.tsx'
import type { InvoiceDraftLine } from './new-invoice-draft.ts'
import { pastedRows, type PastedRow } from './pasted-goods.ts'

interface Props {
  contractId: number | null
  /** Allows lines and prices of the staff's own. */
  isStaff: boolean
  lines: readonly InvoiceDraftLine[]
  onChange: (change: (lines: readonly InvoiceDraftLine[]) => InvoiceDraftLine[]) => void
  preview: InvoicePreview | null
  errors: Record<string, string>
}

const lineOf = ({ offer_id, brand, article, name, unit, qty }: FoundGoods): InvoiceDraftLine => ({
  offer_id,
  name: `${brand} ${article} ${name}`.trim().slice(0, 300),
  unit,
  qty,
  price_kop: null,
})

interface Several {
  article: string
  choices: readonly FoundGoods[]
}

/** Finds articles in batches; adds the unambiguous ones and leaves the others to the user. */
function useAdding({ contractId, onChange, lines }: Props) {
  const [several, setSeveral] = useState<Several[]>([])
  const [missing, setMissing] = useState<string[]>([])
  const finding = useMutation({
    mutationFn: async (rows: readonly PastedRow[]) => {
      if (contractId === null) throw new TypeError('no contract')
      const articleRows = rows.filter((row) => 'article' in row)
      const found: { choices: readonly FoundGoods[] }[] = []
      for (let at = 0; at < articleRows.length; at += MAX_ARTICLES_PER_SEARCH) {
        const body = { contract_id: contractId, rows: articleRows.slice(at, at + MAX_ARTICLES_PER_SEARCH) }
        found.push(...(await call(newInvoiceRoutes.find, { body })).rows)
      }
      const byRow = new Map(articleRows.map((row, at) => [row, found[at]?.choices ?? []]))
      return rows.map((row) => ({ row, choices: 'article' in row ? (byRow.get(row) ?? []) : [] }))
    },
    onSuccess: (rows) => {
      const clear = rows.flatMap(({ row, choices }) => {
        if ('line' in row) return [row.line]
        const [only] = choices
        return only && choices.length === 1 ? [lineOf(only)] : []
      })
      onChange((all) => [...all, ...clear].slice(0, MAX_INVOICE_LINES))
      const named = rows.flatMap(({ row, choices }) => ('article' in row ? [{ article: row.article, choices }] : []))
      setSeveral((all) => [...all, ...named.filter(({ choices }) => choices.length > 1)])
      setMissing(named.filter(({ choices }) => choices.length === 0).map(({ article }) => article))
    },
  })
  return {
    finding,
    several,
    missing,
    isFull: lines.length >= MAX_INVOICE_LINES,
    choose: (at: number, goods: FoundGoods | undefined) => {
      setSeveral((all) => all.filter((_, index) => index !== at))
      if (goods) onChange((all) => [...all, lineOf(goods)].slice(0, MAX_INVOICE_LINES))
    },
  }
}

/** Goods of the invoice: found by articles, pasted as a list, and, for staff, typed. */
export function GoodsFields(props: Props) {
  const { contractId, isStaff, lines, onChange, preview, errors } = props
  const adding = useAdding(props)
  const { finding, several, missing, isFull, choose } = adding
  if (contractId === null) return <p className="text-sm text-text-2">Сначала выберите договор.</p>
  const change = (at: number, typed: Partial<InvoiceDraftLine>) =>
    onChange((all) => all.map((line, index) => (index === at ? { ...line, ...typed } : line)))
  return (
    <>
      <AddFields
        isStaff={isStaff}
        isBusy={finding.isPending}
        isFull={isFull}
        add={(rows) => finding.mutateAsync(rows)}
        addEmpty={() => onChange((all) => [...all, { offer_id: null, name: '', unit: 'шт', qty: 1, price_kop: null }])}
      />
      {finding.error && <FormError text={messageOf(finding.error)} />}
      {missing.length > 0 && (
        <Notice tone="warn">У этого продавца не нашли: {missing.join(', ')}. Проверьте артикулы.</Notice>
      )}
      {isFull && <Notice>В одном счёте не больше {MAX_INVOICE_LINES} строк.</Notice>}
      {several.map(({ article, choices }, at) => (
        <Select
          key={`${article} ${at}`}
          label={`${article}: товар есть у нескольких производителей`}
          placeholder="Выберите производителя"
          items={choices.map((one) => ({
            value: one.offer_id,
            label: `${one.brand} ${one.article}, ${one.name}, ${roubles(one.price_kop)}`,
          }))}
          value={null}
          onValueChange={(id) =>
            choose(
              at,
              choices.find((one) => one.offer_id === id),
            )
          }
        />
      ))}
      {errors['ask.lines'] && <FormError text={errors['ask.lines']} />}
      {lines.length > 0 && (
        <>
          <p className="text-sm text-text-2">{counted(lines.length, 'строка', 'строки', 'строк')}</p>
          <ul className="flex flex-col divide-y divide-hairline rounded-md border border-hairline">
            {lines.map((line, at) => (
              <GoodsLine
                // Lines have no ids, so the position is the key.
                key={at}
                position={at + 1}
                line={line}
                shown={preview?.lines[at]}
                isStaff={isStaff}
                errorOf={(field) => errors[`ask.lines.${at}.${field}`]}
                onChange={(typed) => change(at, typed)}
                onRemove={() => onChange((all) => all.filter((_, index) => index !== at))}
              />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

interface AddProps {
  isStaff: boolean
  isBusy: boolean
  isFull: boolean
  add: (rows: readonly PastedRow[]) => Promise<unknown>
  addEmpty: () => void
}

function AddFields({ isStaff, isBusy, isFull, add, addEmpty }: AddProps) {
  const [article, setArticle] = useState('')
  const [list, setList] = useState<string | null>(null)
  /** Preserves the typed text when the lookup fails. */
  const send = (text: string, done: () => void) => {
    const rows = pastedRows(text, isStaff)
    if (rows.length === 0 || isBusy || isFull) return
    void add(rows).then(done, () => undefined)
  }
  const addOne = () => send(article, () => setArticle(''))
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          label="Артикул и количество"
          placeholder="26300-35503 4"
          autoComplete="off"
          maxLength={150}
          value={article}
          onValueChange={setArticle}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter adds the goods, and does not issue the invoice.
            event.preventDefault()
            addOne()
          }}
          className="w-full sm:w-80"
        />
        <Button icon={<IconPlus size={16} />} busy={isBusy} disabled={isFull || undefined} onClick={addOne}>
          Добавить
        </Button>
        <Button look="ghost" icon={<IconClipboardText size={16} />} onClick={() => setList(list === null ? '' : null)}>
          Вставить списком
        </Button>
        {isStaff && (
          <Button look="ghost" disabled={isFull} onClick={addEmpty}>
            Своя строка
          </Button>
        )}
      </div>
      {list !== null && (
        <div className="flex flex-col items-start gap-2">
          <TextArea
            label="Список"
            rows={6}
            hint={
              isStaff
                ? 'Строка: «артикул количество» или «название; единица; количество; цена». Подойдут и столбцы из Excel.'
                : 'Строка: «артикул количество». Подойдут и столбцы из Excel.'
            }
            value={list}
            onValueChange={setList}
            className="w-full"
          />
          <Button busy={isBusy} onClick={() => send(list, () => setList(null))}>
            Найти и добавить
          </Button>
        </div>
      )}
    </>
  )
}
