import { CLAIM_KINDS, CLAIM_STATES, type ClaimKind, type ClaimState } from '@artikul/contract/claim-rules'
import { IconArrowBackUp } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { choiceParam, lazySearch, numberParam, pageParams, textParam } from '../lib/search-params.ts'
import { rootRoute } from './root.ts'

const STATES = ['open', 'any', ...(Object.keys(CLAIM_STATES) as ClaimState[])] as const
const KINDS = Object.keys(CLAIM_KINDS) as [ClaimKind, ...ClaimKind[]]

export const claimsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/claims',
  validateSearch: lazySearch(() =>
    z.object({
      ...pageParams,
      q: textParam(100),
      state: choiceParam(STATES),
      kind: choiceParam(KINDS),
      contractor_id: numberParam(),
      mine: choiceParam(['1']),
    }),
  ),
  staticData: {
    page: {
      name: 'claims',
      icon: IconArrowBackUp,
      title: 'Возвраты и рекламации',
      menu: 'Возвраты',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager', 'ContractorAdmin', 'ContractorUser'],
      order: 3.6,
    },
  },
  component: lazyRouteComponent(() => import('../features/claims/claims-page.tsx')),
})
