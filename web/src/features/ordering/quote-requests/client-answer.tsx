import { lineSumKop, toThousandths } from '@artikul/contract/core/money'
import { counted } from '@artikul/contract/core/plural'
import { requestRoutes, type Request, type RequestAnswer } from '@artikul/contract/ordering/quote-requests'
import { IconShoppingCartPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { session } from '../../../lib/session/current-session.ts'
import { useDestination } from '../../../lib/page/destination.ts'
import { shownSum } from '../../../lib/text/shown-sum.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { AnswerLine } from './answer-line.tsx'
import { RowBlock } from './request-row.tsx'

const canBuy = ({ is_available, is_withdrawn, in_cart }: RequestAnswer) => is_available && !is_withdrawn && !in_cart

/** Default choice: the first of several offers for a row, and all offers without a row. */
function usualChoice(answers: readonly RequestAnswer[]): Set<number> {
  const answered = new Set<number>()
  const usual = answers.filter(canBuy).filter(({ row_id }) => {
    if (row_id === null) return true
    const isFirst = !answered.has(row_id)
    answered.add(row_id)
    return isFirst
  })
  return new Set(usual.map(({ id }) => id))
}

const titleOf = ({ product }: RequestAnswer) => `${product.brand} ${product.article}`

/** Rows with their offers and a button that orders the selected ones. */
export function ClientAnswer({ request }: { request: Request }) {
  // Deviations from the default choice; offers of later answers follow the default too.
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set())
  const usual = usualChoice(request.answers)
  const isChosen = ({ id }: RequestAnswer) => usual.has(id) !== toggled.has(id)
  const chosen = request.answers.filter((answer) => canBuy(answer) && isChosen(answer))
  const toggle = (id: number) =>
    setToggled((all) => {
      const next = new Set(all)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const lines = (rowId: number | null) => {
    const answers = request.answers.filter(({ row_id }) => row_id === rowId)
    return (
      answers.length > 0 && (
        <ul className="divide-y divide-hairline">
          {answers.map((answer) => (
            <AnswerLine
              key={answer.id}
              answer={answer}
              act={
                canBuy(answer) && (
                  <Checkbox
                    bare
                    label={`Выбрать ${titleOf(answer)}`}
                    checked={isChosen(answer)}
                    onCheckedChange={() => toggle(answer.id)}
                  />
                )
              }
            />
          ))}
        </ul>
      )
    )
  }
  const whole = lines(null)
  if (request.rows.length === 0 && !whole) return null
  return (
    <Panel flush title={request.answers.length > 0 ? 'Ответ менеджера' : 'Строки запроса'}>
      <ol>
        {request.rows.map((row, index) => (
          <RowBlock key={row.id} row={row} position={index + 1}>
            {lines(row.id)}
          </RowBlock>
        ))}
      </ol>
      {whole}
      {request.answers.some(canBuy) && <ToCart request={request} chosen={chosen} />}
    </Panel>
  )
}

function ToCart({ request, chosen }: { request: Request; chosen: readonly RequestAnswer[] }) {
  const { asked: consigneeId } = useDestination()
  const sum = shownSum(
    chosen.map(({ price_kop, qty }) => (price_kop === null ? null : lineSumKop(price_kop, toThousandths(qty)))),
  )
  const refreshCart = useInvalidate('cart')
  const put = useApiMutation(requestRoutes.addToCart, {
    invalidates: ['quote-requests'],
    onSuccess: ({ added, cart_lines, messages }) => {
      if (cart_lines !== null) session.setCartLines(cart_lines)
      void refreshCart()
      toast({
        severity: messages.length > 0 ? 'warn' : 'success',
        summary:
          added > 0 ? `В корзине ${counted(added, 'строка', 'строки', 'строк')} ответа` : 'Не добавлено в корзину',
        ...(messages.length > 0 && { detail: messages.join('. '), life: 8000 }),
      })
    },
    onError: toastRefusal('Не добавлено в корзину'),
  })
  return (
    <div className="flex flex-wrap items-center justify-end gap-3 border-t border-hairline px-4 py-3">
      <span className="text-sm text-text-2">
        Выбрано: {counted(chosen.length, 'строка', 'строки', 'строк')}
        {sum !== null && sum > 0 && (
          <>
            {' на '}
            <Money kop={sum} className="font-semibold text-text" />
          </>
        )}
      </span>
      <Button
        look="primary"
        icon={<IconShoppingCartPlus size={16} />}
        busy={put.isPending}
        disabled={chosen.length === 0 || put.isPending}
        onClick={() =>
          put.mutate({
            params: { id: request.id },
            body: { answer_ids: chosen.map(({ id }) => id), ...(consigneeId && { consignee_id: consigneeId }) },
          })
        }
      >
        В корзину
      </Button>
    </div>
  )
}
