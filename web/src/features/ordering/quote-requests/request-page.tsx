import type { Request } from '@artikul/contract/ordering/quote-requests'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useHasRole } from '../../../lib/session/current-session.ts'
import { moment } from '../../../lib/text/format.ts'
import { useTitle } from '../../../lib/page/head.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { VehicleCatalogLink } from '../../../ui/vehicle-catalog-link.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ClientAnswer } from './client-answer.tsx'
import { RequestPhotos } from './request-photos.tsx'
import { QuoteRequestStateTag } from './request-state.tsx'
import { QuoteRequestMessages } from './quote-request-messages.tsx'
import { requestDeadlineOf } from './request-words.ts'
import { requestQuery, useRequestActs } from './quote-requests.api.ts'
import { StaffAnswer } from './staff-answer.tsx'

const route = getRouteApi('/requests/$id')
const LIST = { label: 'Запросы менеджеру', to: '/requests' }

export default function RequestPage() {
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(requestQuery(id))
  if (data) return <Loaded request={data} />
  return (
    <>
      <PageHeader title="Запрос" crumbs={[LIST, { label: 'Запрос' }]} />
      <Panel flush>
        <QueryFallback error={error} onRetry={refetch} />
      </Panel>
    </>
  )
}

function Loaded({ request }: { request: Request }) {
  useTitle(`Запрос ${request.number}`)
  const staff = useHasRole('ArtikulOrderManager')
  const promise = requestDeadlineOf(request, staff)
  return (
    <>
      <PageHeader
        crumbs={[LIST, { label: request.number }]}
        title={
          <span className="inline-flex flex-wrap items-center gap-2">
            Запрос {request.number} <QuoteRequestStateTag state={request.state} />
          </span>
        }
        subtitle={`от ${moment(request.created_at)}, ${request.added_by}`}
        actions={<Acts request={request} staff={staff} />}
      />
      <div className="flex flex-col gap-4">
        {promise && <Notice tone={promise.isLate ? 'warn' : 'info'}>{promise.text}.</Notice>}
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="flex min-w-0 flex-col gap-4">
            <Requester request={request} staff={staff} />
            {staff ? <StaffAnswer request={request} /> : <ClientAnswer request={request} />}
          </div>
          <QuoteRequestMessages request={request} isStaff={staff} />
        </div>
      </div>
    </>
  )
}

function Acts({ request, staff }: { request: Request; staff: boolean }) {
  const { take, isTaking, close, isClosing } = useRequestActs(request)
  return (
    <>
      {staff && <VehicleCatalogLink number={request.vin || null} />}
      {staff && !request.is_mine && request.state !== 'closed' && (
        <Button busy={isTaking} onClick={take}>
          {request.manager === null ? 'Взять в работу' : 'Взять себе'}
        </Button>
      )}
      {request.state !== 'closed' && (
        <Button busy={isClosing} onClick={close}>
          Закрыть запрос
        </Button>
      )}
    </>
  )
}

/** Requester and car, as typed. */
function Requester({ request, staff }: { request: Request; staff: boolean }) {
  const { text, vin, car, manager, contractor, asker } = request
  return (
    <Panel title="Запрос">
      <DefinitionList
        items={[
          ['Покупатель', staff && contractor],
          ['Спросил', asker !== request.added_by && asker],
          ['Отвечает', manager],
          [
            'VIN или кузов',
            vin && (
              <span key="vin" className="inline-flex items-center gap-1">
                <span className="article" translate="no">
                  {vin}
                </span>
                <CopyButton text={vin} />
              </span>
            ),
          ],
          ['Автомобиль', car],
        ]}
      />
      {text && <p className="mt-3 text-sm break-words whitespace-pre-line">{text}</p>}
      <RequestPhotos request={request} canAdd={!staff && request.state !== 'closed'} />
    </Panel>
  )
}
