import { priceListRoutes, type PriceImportDetails } from '@artikul/contract/suppliers/price-lists'
import { formatQty } from '@artikul/contract/core/money'
import { useMutation } from '@tanstack/react-query'
import { saveBlob } from '../../../lib/api/download.ts'
import { confirm, type ConfirmQuestion } from '../../../ui/windows/confirm.tsx'
import { toastRefusal, toastDone } from '../../../ui/hints/toast.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { PRICE_LIST_KEYS } from './price-lists.api.ts'

/** Returns an action with an optional confirmation. */
function useAct<T>(act: (input: T) => Promise<unknown>, { done, refused }: { done: string; refused: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: act,
    onSuccess: toastDone(done),
    onError: toastRefusal(refused),
    onSettled: useInvalidate(...PRICE_LIST_KEYS),
  })
  const ask = async (input: T, question: ConfirmQuestion | null) => {
    if (question === null || (await confirm(question))) mutate(input)
  }
  return { ask, busy: isPending }
}

/** Share of removed offers above which the user confirms by typing their number. */
const TYPED_LOSS = 0.3

const isLoss = ({ difference }: PriceImportDetails) =>
  difference !== null && difference.gone > difference.offers_before * TYPED_LOSS

/** Actions of a manager on a parsed import. */
export function useImportActs(item: PriceImportDetails) {
  const params = { id: item.id }
  const approving = useAct(
    (keep_missing: boolean) => call(priceListRoutes.approve, { params, body: { keep_missing } }),
    { done: 'Файл загружается', refused: 'Файл не загружен' },
  )
  const declining = useAct(() => call(priceListRoutes.decline, { params, body: {} }), {
    done: 'Файл отклонён',
    refused: 'Файл не отклонён',
  })
  const rollingBack = useAct(() => call(priceListRoutes.rollBack, { params, body: {} }), {
    done: 'Загрузка отменена',
    refused: 'Загрузка не отменена',
  })
  const report = useApiMutation(priceListRoutes.report, {
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
    busy: approving.busy || declining.busy || rollingBack.busy,
    approve: () => void approving.ask(false, item.doubts.length > 0 ? doubted : null),
    /** Leaves offers that the file does not contain; `null` when no offer would disappear. */
    update: item.difference?.gone ? () => void approving.ask(true, null) : null,
    decline: () =>
      void declining.ask(
        { params, body: {} },
        { title: `Отклонить «${item.file_name}»?`, text: 'Цены останутся прежними.' },
      ),
    rollBack: () =>
      void rollingBack.ask(
        { params, body: {} },
        {
          title: `Отменить загрузку «${item.file_name}»?`,
          text: `Предложения склада «${item.warehouse}» станут такими, как до неё. Добавленные товары и производители останутся.`,
          dangerous: true,
        },
      ),
    report: () => report.mutate({ params }),
    isReporting: report.isPending,
  }
}
