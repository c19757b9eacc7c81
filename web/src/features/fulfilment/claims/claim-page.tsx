import { CLAIM_OUTCOMES } from '@artikul/contract/fulfilment/claim-rules'
import { CLAIM_KINDS } from '@artikul/contract/fulfilment/claim-states'
import type { Claim } from '@artikul/contract/fulfilment/claims'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { day, moment } from '../../../lib/text/format.ts'
import { useTitle } from '../../../lib/page/head.ts'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'
import { ShipmentLink } from '../../../ui/files/document-link.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ClaimActions } from './claim-actions.tsx'
import { ClaimLines } from './claim-lines.tsx'
import { ClaimMessages } from './claim-messages.tsx'
import { ClaimStateTag, claimDeadlineOf, useIsStaff } from './claim-words.tsx'
import { claimQuery } from './claims.api.ts'

const route = getRouteApi('/claims/$id')
const LIST = { label: 'Возвраты и рекламации', to: '/claims' }

interface Props {
  /** Returns to suppliers, which only staff see; the route connects both features. */
  returns: ComponentType<{ claimId: number; mayCreate: boolean }>
}

export default function ClaimPage({ returns }: Props) {
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(claimQuery(id))
  if (data) return <Loaded key={data.id} claim={data} returns={returns} />
  return (
    <>
      <PageHeader title="Обращение" crumbs={[LIST, { label: 'Обращение' }]} />
      <Panel flush>
        <QueryFallback error={error} onRetry={refetch} />
      </Panel>
    </>
  )
}

function Loaded({ claim, returns: Returns }: Props & { claim: Claim }) {
  const staff = useIsStaff()
  useTitle(`Обращение ${claim.number}`)
  return (
    <>
      <PageHeader
        crumbs={[LIST, { label: claim.number }]}
        title={
          <span className="inline-flex flex-wrap items-center gap-2">
            Обращение {claim.number} <ClaimStateTag state={claim.state} />
            {claim.waits_for_supplier && <Tag tone="info">Ждём решения поставщика</Tag>}
          </span>
        }
        subtitle={`${CLAIM_KINDS[claim.kind]}, от ${moment(claim.created_at)}, ${claim.asker}`}
        actions={<ClaimActions claim={claim} />}
      />
      <div className="flex flex-col gap-4">
        <WhatNow claim={claim} />
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_26rem]">
          <div className="flex min-w-0 flex-col gap-4">
            <Facts claim={claim} />
            <ClaimLines claim={claim} />
            {staff && (
              <Returns
                claimId={claim.id}
                mayCreate={claim.kind !== 'price' && !['declined', 'withdrawn'].includes(claim.state)}
              />
            )}
          </div>
          <ClaimMessages claim={claim} />
        </div>
      </div>
    </>
  )
}

/** Next step of the claim and the responsible side. */
function WhatNow({ claim }: { claim: Claim }) {
  const staff = useIsStaff()
  const promise = claimDeadlineOf(claim)
  if (claim.state === 'question')
    return (
      <Notice tone={staff ? 'info' : 'warn'}>
        {staff
          ? 'Клиенту задан вопрос: ждём его ответа.'
          : 'Менеджер задал вопрос: ответьте в переписке, и мы продолжим.'}
      </Notice>
    )
  if (claim.state === 'approved' && claim.hand_over_until)
    return (
      <Notice tone={promise?.isLate ? 'warn' : 'info'}>
        Товар нужно сдать до {day(claim.hand_over_until)}: {claim.hand_over_to}. Назовите номер обращения {claim.number}
        .
      </Notice>
    )
  return promise && <Notice tone={promise.isLate ? 'warn' : 'info'}>{promise.text}.</Notice>
}

function Facts({ claim }: { claim: Claim }) {
  const staff = useIsStaff()
  const { correction } = claim
  return (
    <Panel title="Обращение">
      <DefinitionList
        items={[
          ['Покупатель', staff && claim.contractor],
          ['Продавец', claim.seller],
          ['Договор', claim.contract],
          [
            'Отгрузка',
            <ShipmentLink key="shipment" id={claim.shipment_id}>
              № {claim.shipment_number} от {day(claim.shipped_on)}
            </ShipmentLink>,
          ],
          ['Исход', CLAIM_OUTCOMES[claim.outcome]],
          ['Решено иначе', claim.granted_outcome && CLAIM_OUTCOMES[claim.granted_outcome]],
          ['Ведёт', claim.manager],
          ['Спорная сумма', claim.disputed_kop !== 0 && <Money key="disputed" kop={claim.disputed_kop} />],
          [
            'Корректировка',
            correction && (
              <span key="correction">
                № {correction.number} от {day(correction.made_on)}, минус{' '}
                <Money kop={correction.sum_kop} className="font-semibold" />
                {correction.vat_kop !== 0 && (
                  <>
                    , в том числе НДС <Money kop={correction.vat_kop} />
                  </>
                )}
              </span>
            ),
          ],
        ]}
      />
    </Panel>
  )
}
