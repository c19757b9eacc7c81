import { AuditEvent } from '@artikul/contract/audit'
import { MailState } from '@artikul/contract/mails'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconSettings } from '@tabler/icons-react'
import { z } from 'zod'
import { auditQuery, mailsQuery } from '../features/admin/admin.api.ts'
import { session } from '../lib/current-session.ts'
import { hasRole } from '../lib/guard.ts'
import { prefetch } from '../lib/query-client.ts'
import { choiceParam, dayParam, numberParam, pageParams, textParam } from '../lib/search-params.ts'
import { rolesOf } from '../lib/session.ts'
import { rootRoute } from './root.ts'

export const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  validateSearch: z.object({
    ...pageParams,
    tab: choiceParam(['journal', 'mail']),
    event: AuditEvent.optional().catch(undefined),
    user_id: numberParam(),
    contractor_id: numberParam(),
    from: dayParam,
    to: dayParam,
    q: textParam(200),
    state: MailState.optional().catch(undefined),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    if (deps.tab !== 'mail') prefetch(auditQuery(deps))
    else if (hasRole(rolesOf(session.getState().user), ['ArtikulOrderManager'])) prefetch(mailsQuery(deps))
  },
  staticData: {
    page: {
      name: 'admin',
      icon: IconSettings,
      title: 'Управление порталом',
      robots: 'noindex',
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager'],
      order: 6,
      menu: 'Управление',
    },
  },
  component: lazyRouteComponent(() => import('../features/admin/admin-page.tsx')),
})
