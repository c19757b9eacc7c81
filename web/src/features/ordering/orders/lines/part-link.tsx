import { PART_LINK_DAYS, partLinkRoutes } from '@artikul/contract/ordering/orders/part-links'
import type { OrderLine } from '@artikul/contract/ordering/orders/orders'
import { counted } from '@artikul/contract/core/plural'
import { IconLink, IconLinkOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../../lib/api/query.ts'
import { useApiMutation } from '../../../../lib/api/use-api-mutation.ts'
import { moment } from '../../../../lib/text/format.ts'
import { Button } from '../../../../ui/button.tsx'
import { toast, toastRefusal } from '../../../../ui/hints/toast.ts'
import { CopyButton } from '../../../../ui/text/copy-button.tsx'
import { copyText } from '../../../../ui/text/copy-text.ts'

const urlOf = (token: string) => `${location.origin}/part/${token}`

/** Link «Где деталь» for the owner of the car: created and copied in one press, revoked in another. */
export function PartLink({ line }: { line: OrderLine }) {
  const params = { id: line.id }
  const { data } = useQuery(query(partLinkRoutes.get, { params }))
  const create = useApiMutation(partLinkRoutes.create, {
    invalidates: ['order-lines'],
    onSuccess: async ({ token }) => {
      if (await copyText(urlOf(token))) toast({ severity: 'success', summary: 'Ссылка скопирована' })
    },
    onError: toastRefusal('Ссылка не создана'),
  })
  const revoke = useApiMutation(partLinkRoutes.revoke, {
    invalidates: ['order-lines'],
    onSuccess: () => {
      create.reset()
      toast({ severity: 'success', summary: 'Ссылка отозвана' })
    },
    onError: toastRefusal('Ссылка не отозвана'),
  })
  const exists = data?.created_at ?? null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5" data-screen-only="">
      <Button size="sm" icon={<IconLink size={14} />} busy={create.isPending} onClick={() => create.mutate({ params })}>
        {exists ? 'Новая ссылка «Где деталь»' : 'Ссылка «Где деталь»'}
      </Button>
      {exists && (
        <Button
          size="sm"
          look="danger"
          icon={<IconLinkOff size={14} />}
          busy={revoke.isPending}
          onClick={() => revoke.mutate({ params })}
        >
          Отозвать
        </Button>
      )}
      {create.data && exists && (
        <span className="inline-flex min-w-0 items-center gap-1 text-sm wrap-anywhere">
          {urlOf(create.data.token)}
          <CopyButton text={urlOf(create.data.token)} label="Скопировать ссылку" />
        </span>
      )}
      <span className="text-xs text-text-2">
        {exists
          ? `Создана ${moment(exists)}. Новая заменит её.`
          : `Для владельца машины: без цен и артикула, действует ${counted(PART_LINK_DAYS, 'день', 'дня', 'дней')}.`}
      </span>
    </div>
  )
}
