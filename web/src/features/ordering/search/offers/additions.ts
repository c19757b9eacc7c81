import { useMutation, useQueryClient } from '@tanstack/react-query'
import { cartRoutes } from '@artikul/contract/ordering/cart'
import { toThousandths } from '@artikul/contract/core/money'
import { call } from '../../../../lib/api/call.ts'
import { session, useSession } from '../../../../lib/session/current-session.ts'
import { todayIso } from '../../../../lib/text/format.ts'
import { storedValues } from '../../../../lib/browser/stored-value.ts'
import { toast, toastRefusal } from '../../../../ui/hints/toast.ts'
import { invalidate } from '../../../../lib/api/use-api-mutation.ts'

const MAX_KEPT = 10

interface Addition {
  /** Sequence number of the addition: one cart line may have several. */
  id: number
  line_id: number
  /** Brand and article. */
  title: string
  qty: number
  unit: string
  /** Day of the addition: only today's are shown. */
  day: string
}

const additions = storedValues<readonly Addition[]>(1)
const NONE: readonly Addition[] = []
const nameOf = (contractorId: number | undefined) => `artikul.additions.${contractorId ?? ''}`

/** Stores an addition to the current company's cart among the latest ones. */
export function noteAddition(addition: Omit<Addition, 'id' | 'day'>) {
  const name = nameOf(session.getState().contractor?.id)
  const before = additions.read(name) ?? NONE
  additions.write(name, [{ ...addition, id: (before[0]?.id ?? 0) + 1, day: todayIso() }, ...before].slice(0, MAX_KEPT))
}

/** Goods added to the cart today in this browser, newest first; empty for people without a cart. */
export function useAdditions(): readonly Addition[] {
  const kept = additions.useValue(nameOf(useSession().contractor?.id)) ?? NONE
  const today = todayIso()
  return kept.filter(({ day }) => day === today)
}

/** Removes one addition from the cart as far as it is still there; returns the number of remaining lines. */
async function removeAddition({ line_id, qty }: Addition): Promise<{ lines: number; isMissing: boolean }> {
  const { lines } = await call(cartRoutes.get, {})
  const line = lines.find(({ id }) => id === line_id)
  if (!line) return { lines: lines.length, isMissing: true }
  const left = (toThousandths(line.qty) - toThousandths(qty)) / 1000
  const params = { id: String(line_id) }
  if (left > 0) await call(cartRoutes.change, { params, body: { qty: left, version: line.version } })
  else await call(cartRoutes.remove, { params })
  return { lines: left > 0 ? lines.length : lines.length - 1, isMissing: false }
}

export function useUndoAddition() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: removeAddition,
    onSuccess: ({ lines, isMissing }, { id, title }) => {
      const name = nameOf(session.getState().contractor?.id)
      additions.write(
        name,
        (additions.read(name) ?? NONE).filter((one) => one.id !== id),
      )
      session.setCartLines(lines)
      void invalidate(queryClient, ['cart'])
      toast({
        severity: isMissing ? 'info' : 'success',
        summary: isMissing ? 'Этого в корзине уже нет' : 'Добавление отменено',
        detail: title,
      })
    },
    onError: toastRefusal('Добавление не отменено'),
  })
}
