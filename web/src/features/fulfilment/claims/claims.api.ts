import type { ClaimKind, ClaimState } from '@artikul/contract/fulfilment/claim-states'
import { claimRoutes as routes } from '@artikul/contract/fulfilment/claims'
import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import type {
  ClaimDecision,
  ClaimReceipt,
  ClaimSettlement,
  WriteOff,
  NewClaim,
} from '@artikul/contract/fulfilment/new-claim'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { uploadFile, type FileSource } from '../../../lib/api/attachments.ts'
import { call } from '../../../lib/api/call.ts'
import { useSendOnce } from '../../../lib/api/use-idempotency-key.ts'
import { savedPageSize, type PageSize } from '../../../lib/page/page-size.ts'

const ALL = 'claims'

export interface ClaimsSearch {
  page?: number | undefined
  page_size?: PageSize | undefined
  q?: string | undefined
  /** `open`: claims that staff must act on, their default; `any` disables the filter. */
  state?: ClaimState | 'open' | 'any' | undefined
  kind?: ClaimKind | undefined
  contractor_id?: number | undefined
  mine?: '1' | undefined
}

/** Sends known filters only: the address may contain more, such as the mark of a mailing. */
export const claimsQuery = (search: ClaimsSearch) => {
  const { page = 1, page_size = savedPageSize(), q, state, kind, contractor_id, mine } = search
  const query = {
    page: String(page),
    page_size: `${page_size}`,
    ...omitUndefined({
      q,
      state: state === 'any' ? undefined : state,
      kind,
      contractor_id: contractor_id?.toString(),
      mine,
    }),
  } as const
  return queryOptions({
    queryKey: [ALL, 'list', query],
    queryFn: ({ signal }) => call(routes.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const claimCountsQuery = (contractorId: number | undefined) =>
  queryOptions({
    queryKey: [ALL, 'counts', contractorId ?? null],
    queryFn: async ({ signal }) =>
      (await call(routes.counts, { query: omitUndefined({ contractor_id: contractorId?.toString() }), signal }))
        .results,
  })

export const claimQuery = (id: string) =>
  queryOptions({
    queryKey: [ALL, 'one', id],
    queryFn: ({ signal }) => call(routes.get, { params: { id }, signal }),
    // Polls for messages of the other side.
    refetchInterval: 30_000,
  })

export const claimFiles: FileSource = {
  key: 'claim-file',
  load: (id, options) => call(routes.file, { params: { id: String(id) }, ...options }),
}

export const claimAction = (id: number) => call(routes.act, { params: { id: String(id) } })

export const claimLabel = (id: number) => call(routes.label, { params: { id: String(id) } })

export const claimableQuery = (input: { q?: string | undefined; order_id?: number | undefined }) =>
  queryOptions({
    queryKey: ['claimable', input],
    queryFn: async ({ signal }) =>
      (
        await call(routes.shipments, {
          query: omitUndefined({ q: input.q, order_id: input.order_id?.toString() }),
          signal,
        })
      ).results,
    placeholderData: keepPreviousData,
  })

export const goodsQuery = (shipmentId: number) =>
  queryOptions({
    queryKey: ['claimable-goods', shipmentId],
    queryFn: ({ signal }) => call(routes.goods, { params: { id: String(shipmentId) }, signal }),
    // Prevents the data from changing while the user fills in the lines.
    refetchOnWindowFocus: false,
    gcTime: 0,
  })

/** @param claimId claim of the file; null: the claim is not created yet */
export const uploadClaimFile = (claimId: number | null) => (file: File) =>
  uploadFile(file, (query, sent) =>
    claimId === null
      ? call(routes.upload, { query, file: sent })
      : call(routes.uploadTo, { params: { id: String(claimId) }, query, file: sent }),
  )

/** Refreshes claims with the shipments, orders and settlements that they change. */
function useRefresh() {
  const queryClient = useQueryClient()
  const keys = [
    ALL,
    'claimable',
    'claimable-goods',
    'shipments',
    'order',
    'orders',
    'order-lines',
    'settlements',
    'documents',
    'contractor',
  ]
  return () => Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
}

export function useCreateClaim() {
  const sendOnce = useSendOnce()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: NewClaim) => sendOnce(body, (idempotencyKey) => call(routes.create, { body, idempotencyKey })),
    onSuccess: refresh,
  })
}

export interface ClaimActs {
  postMessage: { text: string; file_ids: number[] }
  withdraw: { version: number }
  assign: { version: number }
  requestDetails: { version: number; text: string; file_ids: number[] }
  decide: ClaimDecision
  receive: ClaimReceipt
  closeAsAbandoned: { version: number }
  inspect: { version: number }
  settle: ClaimSettlement
  writeOff: WriteOff
}
export type ClaimActName = keyof ClaimActs

/** Performs an action on the claim and refreshes it after success and failure. */
export function useClaimAct<A extends ClaimActName>(id: number, act: A) {
  const sendOnce = useSendOnce()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (body: ClaimActs[A]) => {
      // The body matches the action, but TypeScript cannot relate the two through the table of routes.
      await sendOnce(body, (idempotencyKey) =>
        call(routes[act] as typeof routes.assign, {
          params: { id: String(id) },
          body: body as ClaimActs['assign'],
          idempotencyKey,
        }),
      )
    },
    onSettled: refresh,
  })
}
