import type { PriceImportDetails } from '@artikul/contract/suppliers/price-lists'
import { useMutation } from '@tanstack/react-query'
import { formatQty } from '@artikul/contract/core/money'
import { messageOf } from '../../../lib/api/api-error.ts'
import { saveBlob } from '../../../lib/api/download.ts'
import { confirm, type ConfirmQuestion } from '../../../ui/windows/confirm.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import {
  approveImport,
  approveUpdate,
  declineImport,
  fetchReport,
  rollBackImport,
  useRefreshImports,
} from './price-lists.api.ts'

const toastRefusal = (summary: string) => (error: unknown) =>
  toast({ severity: 'error', summary, detail: messageOf(error) })

/** Returns an action with an optional confirmation. */
function useAct(act: (id: number) => Promise<unknown>, { done, refused }: { done: string; refused: string }) {
  const refresh = useRefreshImports()
  const { mutate, isPending } = useMutation({
    mutationFn: act,
    onSuccess: () => toast({ severity: 'success', summary: done }),
    onError: toastRefusal(refused),
    onSettled: () => refresh(),
  })
  const ask = async (id: number, question: ConfirmQuestion | null) => {
    if (question === null || (await confirm(question))) mutate(id)
  }
  return { ask, busy: isPending }
}

/** Share of removed offers above which the user confirms by typing their number. */
const TYPED_LOSS = 0.3

const isLoss = ({ difference }: PriceImportDetails) =>
  difference !== null && difference.gone > difference.offers_before * TYPED_LOSS

/** Actions of a manager on a parsed import. */
export function useImportActs(item: PriceImportDetails) {
  const approving = useAct(approveImport, { done: 'Файл загружается', refused: 'Файл не загружен' })
  const updating = useAct(approveUpdate, { done: 'Файл загружается', refused: 'Файл не загружен' })
  const declining = useAct(declineImport, { done: 'Файл отклонён', refused: 'Файл не отклонён' })
  const rollingBack = useAct(rollBackImport, { done: 'Загрузка отменена', refused: 'Загрузка не отменена' })
  const report = useMutation({
    mutationFn: () => fetchReport(item.id),
    onSuccess: (blob) => saveBlob(blob, `Не принято: ${item.file_name}.csv`),
    onError: toastRefusal('Отчёт не загружен'),
  })
  const doubted = {
    title: 'Загрузить, несмотря на сомнения?',
    text: `${item.doubts.join('. ')}.`,
    dangerous: true,
    ...(isLoss(item) && {
      typed: { label: `Сколько предложений пропадёт`, word: formatQty(item.difference?.gone ?? 0) },
    }),
  }
  return {
    busy: approving.busy || updating.busy || declining.busy || rollingBack.busy,
    approve: () => void approving.ask(item.id, item.doubts.length > 0 ? doubted : null),
    /** `null` when no offer would disappear. */
    update: item.difference?.gone ? () => void updating.ask(item.id, null) : null,
    decline: () =>
      void declining.ask(item.id, { title: `Отклонить «${item.file_name}»?`, text: 'Цены останутся прежними.' }),
    rollBack: () =>
      void rollingBack.ask(item.id, {
        title: `Отменить загрузку «${item.file_name}»?`,
        text: `Предложения склада «${item.warehouse}» станут такими, как до неё. Добавленные товары и производители останутся.`,
        dangerous: true,
      }),
    report: report.mutate,
    isReporting: report.isPending,
  }
}
